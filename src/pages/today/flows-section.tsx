import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#api/query/query.ts'
import { flow as flowApi, type FlowSummary } from '#contract/flow.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { isAbsent } from '#lib/absent.ts'
import { useKeptFlows, type KeptFlow } from '#parts/flows/kept-flows.ts'
import { StarButton } from '#parts/flows/star-button.tsx'
import { RunStatusBadge } from '#parts/display/status.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { flowPath, paths } from '#ui/paths.ts'
import { Section } from './section.tsx'

/** Rows of the section; all stars are shown. */
const maxRows = 8

/** Starred flows, then those that were opened last, then those that ran last. */
function rowsOf(starred: readonly KeptFlow[], recent: readonly KeptFlow[], latest: readonly FlowSummary[]): KeptFlow[] {
  const rows = new Map<string, KeptFlow>()
  for (const one of starred) rows.set(one.id, one)
  for (const one of [...recent, ...latest]) {
    if (rows.size >= maxRows) break
    if (!rows.has(one.id)) rows.set(one.id, one)
  }
  return [...rows.values()]
}

function LastRun({ flow }: { flow: FlowSummary | undefined }) {
  if (isAbsent(flow?.last_run_at)) return null
  return (
    <span className="flex flex-none items-center gap-1.5 text-xs text-text-2">
      {flow?.last_run_status != null && <RunStatusBadge status={flow.last_run_status} iconOnly />}
      <TimeText at={flow?.last_run_at ?? null} short />
    </span>
  )
}

/** Flows of the user: starred and recent ones, with their last run if it is known. */
export function FlowsSection() {
  const { starred, recent } = useKeptFlows()
  const { data } = useQuery(q(flowApi.list, { status: 'active', ordering: '-last_run_at', limit: maxLimit }))
  const latest = data?.results ?? []
  const rows = rowsOf(starred, recent, latest)
  if (rows.length === 0) return null
  return (
    <Section
      title="Flows"
      note={starred.length > 0 ? 'starred and recent' : 'recent'}
      all={{ label: 'All flows', path: paths.flows }}
    >
      <ul className="-ml-1.5">
        {rows.map((row) => (
          <li key={row.id} className="flex min-h-8 items-center gap-1">
            <StarButton flow={row} />
            <Link className="cut min-w-0 flex-1 font-medium hover:underline" to={flowPath(row.id)}>
              <bdi>{latest.find(({ id }) => id === row.id)?.name ?? row.name}</bdi>
            </Link>
            <LastRun flow={latest.find(({ id }) => id === row.id)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
