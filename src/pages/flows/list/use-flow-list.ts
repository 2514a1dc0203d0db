import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '#api/errors.ts'
import { q } from '#api/query/query.ts'
import { flow as flowApi } from '#contract/flow.ts'
import type { ResponseBody } from '#contract/kernel/endpoint.ts'
import { flowsListInput, type FlowsView } from '#pages/flows/flows-view.ts'

export interface FlowList {
  /** The visible page with its view: the previous one while the page of this view is loading or has failed. */
  loaded: { page: ResponseBody<typeof flowApi.list>; view: FlowsView } | null
  error: ApiError | null
  isFetching: boolean
  onRetry: () => void
}

/** The flows of a view. The previous page stays visible until the next is loaded. */
export function useFlowList(view: FlowsView): FlowList {
  const flows = useQuery(q(flowApi.list, flowsListInput(view)))
  const current = flows.data === undefined || flows.isPlaceholderData ? null : { page: flows.data, view }
  const [last, setLast] = useState(current)
  if (current !== null && current.page !== last?.page) setLast(current)
  return {
    loaded: current ?? last,
    error: flows.error,
    isFetching: flows.isFetching,
    onRetry: () => void flows.refetch(),
  }
}
