import { useQuery } from '@tanstack/react-query'
import { q } from '#api/query.ts'
import { run as runApi } from '#contract/billing.ts'
import { count } from '#lib/count.ts'

/** Flows that are asked about at once: their ids go in the address. */
const maxAsked = 50

/** That runs of flows have not ended, to be said before these are deleted; null where none is open, or nobody knows. */
export function useOpenRunWords(flows: readonly { id: string }[]): string | null {
  const flow = flows.map(({ id }) => id).join(',')
  const runs = useQuery({
    ...q(runApi.list, { limit: 1, filters: { flow, status: 'queued,running,waiting' } }),
    enabled: flows.length > 0 && flows.length <= maxAsked,
  })
  const open = runs.data?.count ?? 0
  return open === 0 ? null : `${count(open, 'run has', 'runs have')} not ended.`
}
