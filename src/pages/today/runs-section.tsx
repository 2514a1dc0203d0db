import { useQuery } from '@tanstack/react-query'
import { CircleX, LoaderCircle } from 'lucide-react'
import { Link } from 'react-router'
import { useLacks } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { run as runApi } from '#contract/billing.ts'
import { failedRunStatuses, openRunStatuses } from '#contract/values/run-status.ts'
import { formatCount } from '#lib/count.ts'
import { filteredTotal } from '#parts/lists/known-total.ts'
import { failedShare } from '#parts/runs/failed-share.ts'
import { runsPath } from '#ui/paths.ts'
import { Badge } from '#ui/feedback/tag.tsx'
import { RunHoursChart, useRunHours } from './run-hours-chart.tsx'
import { Section } from './section.tsx'

/** Refetch interval in ms; events arrive sooner. */
const refetchMs = 60_000

/** Number of runs that match filters; null if unknown. */
function useRunCount(filters: Readonly<Record<string, string>>): number | null {
  const enabled = !useLacks('run.list')
  const input = { filters, limit: 1 }
  const { data } = useQuery({ ...q(runApi.list, input), enabled, refetchInterval: refetchMs, retry: false })
  return filteredTotal(data, Object.keys(filters))
}

/** The runs of the last 24 hours: how many began and failed, and those in progress now. Figures are links to their runs. */
export function RunsSection() {
  const { from, hours, isLoading } = useRunHours()
  const latest = { started_at__gte: from }
  const failed = { ...latest, status: failedRunStatuses.join(',') }
  const open = { status: openRunStatuses.join(',') }
  const [all, failures, inProgress] = [useRunCount(latest), useRunCount(failed), useRunCount(open)]
  const bars = hours?.bars
  const share = failures === null || all === null ? '' : failedShare(hours?.totals ?? { failed: failures, count: all })
  // Its parts arrive together, so that what is below does not move twice.
  if (all === null || isLoading) return null
  return (
    <Section title="Runs, last 24 hours" note={formatCount(all)} all={{ label: 'All runs', path: runsPath(latest) }}>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {inProgress !== null && (
          <Link className="hover:underline" to={runsPath({ ...open, time: 'any' })}>
            <Badge tone={inProgress > 0 ? 'live' : 'idle'} icon={<LoaderCircle />} boxed={false}>
              {formatCount(inProgress)} in progress now
            </Badge>
          </Link>
        )}
        {failures !== null && (
          <Link className="hover:underline" to={runsPath(failed)}>
            <Badge tone={failures > 0 ? 'bad' : 'idle'} icon={<CircleX />} boxed={false}>
              {formatCount(failures)} failed
              {failures > 0 && share !== '' && ` · ${share}`}
            </Badge>
          </Link>
        )}
      </p>
      {bars?.some(({ runs }) => runs > 0) === true && <RunHoursChart bars={bars} />}
    </Section>
  )
}
