import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { q } from '#api/query/query.ts'
import { run as runApi } from '#contract/billing.ts'
import { count } from '#lib/count.ts'

/** Maximum flows per request: their ids are in the URL. */
const maxAsked = 50

/** Warning about runs that have not ended, before flows are deleted; nothing if there are none, or it is not known. */
export function OpenRuns({ flows, className }: { flows: readonly { id: string }[]; className?: string }): ReactNode {
  const flow = flows.map(({ id }) => id).join(',')
  const runs = useQuery({
    ...q(runApi.list, { limit: 1, filters: { flow, status: 'queued,running,waiting' } }),
    enabled: flows.length > 0 && flows.length <= maxAsked,
  })
  const open = runs.data?.count ?? 0
  return open > 0 && <span className={className}>{count(open, 'run has', 'runs have')} not ended. </span>
}
