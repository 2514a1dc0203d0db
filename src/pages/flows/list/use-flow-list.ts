import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '#api/errors.ts'
import { q } from '#api/query/query.ts'
import { flow as flowApi } from '#contract/flow.ts'
import type { Answer } from '#contract/kernel/kernel.ts'
import { flowsListInput, type FlowsView } from '#pages/flows/flows-view.ts'

export interface FlowList {
  /** What is in sight: of this view, or of the one before while this one is read or cannot be read. */
  shown: { page: Answer<typeof flowApi.list>; view: FlowsView } | null
  error: ApiError | null
  isFetching: boolean
  onRetry: () => void
}

/** The flows of a view. What was read last stays in sight, with the view that it belongs to. */
export function useFlowList(view: FlowsView): FlowList {
  const flows = useQuery(q(flowApi.list, flowsListInput(view)))
  const own = flows.data === undefined || flows.isPlaceholderData ? null : { page: flows.data, view }
  const [last, setLast] = useState(own)
  if (own !== null && own.page !== last?.page) setLast(own)
  return {
    shown: own ?? last,
    error: flows.error,
    isFetching: flows.isFetching,
    onRetry: () => void flows.refetch(),
  }
}
