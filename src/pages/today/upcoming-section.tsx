import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { upcomingRuns, type UpcomingRun } from '#contract/runs/upcoming-runs.ts'
import { dateFormat } from '#lib/formatters.ts'
import { formatCount } from '#lib/count.ts'
import { formatSum } from '#lib/money/format-money.ts'
import { formatClock, formatDuration, formatTimeExact } from '#lib/time/format-time.ts'
import { dayIn } from '#lib/time/calendar-day.ts'
import { useZone } from '#parts/display/zone.ts'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { useNow } from '#ui/browser/now.ts'
import { flowPath } from '#ui/paths.ts'
import { Section } from './section.tsx'

const maxRows = 5
/** Refetch interval in ms: the service notices changed schedules within this time. */
const refetchMs = 60_000

/** "15:00", on the next day "Sun 06:00". */
function clockWords(at: number, now: number, zone: string): string {
  const day =
    dayIn(at, zone) === dayIn(now, zone) ? '' : dateFormat(undefined, { weekday: 'short', timeZone: zone }).format(at)
  return `${day} ${formatClock(at, zone)}`.trim()
}

function UpcomingRow({ run, currency }: { run: UpcomingRun; currency: string }) {
  const zone = useZone()
  const { flow, at, usual } = run
  return (
    <li className="flex items-baseline gap-3 py-1">
      <Tooltip words={formatTimeExact(at, zone)}>
        <time className="w-18 flex-none font-medium" dateTime={at}>
          {clockWords(Date.parse(at), useNow(), zone)}
        </time>
      </Tooltip>
      <Link className="cut min-w-0 flex-1 font-medium hover:underline" to={flowPath(flow.id)}>
        <bdi>{flow.name}</bdi>
      </Link>
      {usual !== null && (
        <span className="flex-none text-xs text-text-2">
          about {formatDuration(usual.duration_ms)} · {formatSum(usual.cost, currency)}
        </span>
      )}
    </li>
  )
}

/** What schedules start within 24 hours. Left out if there is nothing, or the service does not say. */
export function UpcomingSection() {
  const enabled = useExtension('flow_upcoming')
  const { data } = useQuery({
    ...q(upcomingRuns.upcoming, { limit: maxRows }),
    enabled,
    refetchInterval: refetchMs,
    retry: false,
  })
  if (!enabled || data === undefined || data.runs.length === 0) return null
  const rest = data.count - data.runs.length
  return (
    <Section title="Coming up" note="next 24 hours">
      <ul>
        {data.runs.map((run) => (
          <UpcomingRow key={`${run.flow.id} ${run.node_id}`} run={run} currency={data.currency} />
        ))}
      </ul>
      {rest > 0 && <p className="mt-1 text-xs text-text-2">And {formatCount(rest)} more</p>}
    </Section>
  )
}
