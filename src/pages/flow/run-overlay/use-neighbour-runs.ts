import { useQuery } from '@tanstack/react-query'
import { q } from '#api/query/query.ts'
import { run as runApi, type Run } from '#contract/billing.ts'

/** Requested runs: one of the two is the run itself if the service filters by a more exact time than it returns. */
const requestedRuns = 2

interface Neighbour {
  id: string | null
  /** False while it is loading. */
  isKnown: boolean
}

/** Ids of the previous and next run of the same flow; null if there is none. */
export function useNeighbourRuns({ id, flow, started_at: at }: Run): Record<'earlier' | 'later', Neighbour> {
  const earlier = useQuery(
    q(runApi.list, { ordering: '-started_at', limit: requestedRuns, filters: { flow: flow.id, started_at__lt: at } }),
  )
  const later = useQuery(
    q(runApi.list, { ordering: 'started_at', limit: requestedRuns, filters: { flow: flow.id, started_at__gt: at } }),
  )
  const first = ({ data, isPlaceholderData, isPending }: typeof earlier): Neighbour => ({
    id: data?.results.find((run) => run.id !== id)?.id ?? null,
    isKnown: !isPending && !isPlaceholderData,
  })
  return { earlier: first(earlier), later: first(later) }
}
