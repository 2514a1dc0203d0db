import { useQuery } from '@tanstack/react-query'
import { useMedia } from '#ui/browser/media.ts'
import { serviceKey } from '#api/services/service-request.ts'
import { readFlowDifference, type FlowDifference } from './flow-difference.ts'
import type { Counterpart, MergedFlow } from './merged-flows.ts'

export type { FlowDifference } from './flow-difference.ts'

const unknown: FlowDifference = { is: 'unknown' }

/** How a flow differs from its counterpart; both are read once, when their row is visible. */
export function useFlowDifference(flow: MergedFlow, other: Counterpart | undefined): FlowDifference {
  // The column is only shown in wide windows.
  const isVisible = useMedia('(min-width: 64rem)')
  const here = { service: flow.service, id: flow.id }
  const there = other === undefined ? here : { service: other.service, id: other.flow.id }
  const { data } = useQuery({
    queryKey: [
      'flow difference',
      [serviceKey(here.service), here.id, flow.updated_at],
      [serviceKey(there.service), there.id, other?.flow.updated_at],
    ],
    queryFn: ({ signal }) => readFlowDifference(here, there, signal),
    enabled: isVisible && other !== undefined && flow.staleSince === null && other.staleSince === null,
    staleTime: Infinity,
    retry: false,
  })
  return data ?? unknown
}
