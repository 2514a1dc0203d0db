import { useQuery } from '@tanstack/react-query'
import { q } from '#api/query/query.ts'
import { run as runApi, type Run } from '#contract/billing.ts'

/** The run itself may come with its neighbours where several began at once. */
const enough = 2

interface Neighbour {
  id: string | null
  /** False while it is being read. */
  isKnown: boolean
}

/** The runs of the same flow right before and right after one, by id; null where there is none. */
export function useNeighbourRuns({ id, flow, started_at: at }: Run): Record<'earlier' | 'later', Neighbour> {
  const earlier = useQuery(
    q(runApi.list, { ordering: '-started_at', limit: enough, filters: { flow: flow.id, started_at__lt: at } }),
  )
  const later = useQuery(
    q(runApi.list, { ordering: 'started_at', limit: enough, filters: { flow: flow.id, started_at__gt: at } }),
  )
  const first = ({ data, isPlaceholderData, isPending }: typeof earlier): Neighbour => ({
    id: data?.results.find((run) => run.id !== id)?.id ?? null,
    isKnown: !isPending && !isPlaceholderData,
  })
  return { earlier: first(earlier), later: first(later) }
}
