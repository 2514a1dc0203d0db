import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { run as runApi } from '#contract/billing.ts'
import { runHours } from '#contract/kernel/extensions.ts'
import { useZone } from '#parts/display/zone.ts'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { useNow } from '#ui/browser/now.ts'
import { runsPath } from '#ui/paths.ts'
import { hourBars, lastHours, type HourBar } from './run-hours.ts'

/** Refetch interval in ms; events arrive sooner. */
const refetchMs = 60_000
/** As in today.css. */
const height = 56
/** Height in px of the smallest part that is not zero. */
const minHeight = 2

/** The runs of the last 24 hours by hour; `hours` undefined if they are not known. */
export function useRunHours() {
  const zone = useZone()
  const starts = lastHours(useNow(), zone)
  const from = new Date(starts[0] ?? 0).toISOString()
  const enabled = useExtension(runHours)
  const { data, isLoading } = useQuery({
    ...q(runApi.summary, { group_by: 'hour', tz: zone, filters: { started_at__gte: from } }),
    enabled,
    refetchInterval: refetchMs,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const groups = enabled ? data?.groups.hour : undefined
  const hours = data && groups && { ...data, bars: hourBars(starts, groups, zone) }
  return { from, hours, isLoading }
}

function indexAfter(key: string, index: number, last: number): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'ArrowRight') return Math.min(index + 1, last)
  if (key === 'ArrowLeft') return Math.max(index - 1, 0)
  return null
}

const sizeOf = (part: number, top: number): number => (part === 0 ? 0 : Math.max(minHeight, (part / top) * height))

/** Bars of one hour each, red for what failed. Each links to its runs; arrow keys move between them. */
export function RunHoursChart({ bars }: { bars: readonly HourBar[] }) {
  const last = bars.length - 1
  const [at, setAt] = useState(last)
  const top = Math.max(1, ...bars.map(({ runs }) => runs))
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const next = indexAfter(event.key, at, last)
    if (next === null) return
    event.preventDefault()
    event.currentTarget.closest('ul')?.querySelectorAll('a')[next]?.focus()
  }
  return (
    <ul className="run-hours" aria-label="Runs by hour">
      {bars.map(({ from, to, runs, failed, isCurrent, words, label }, index) => (
        <li key={from}>
          <Tooltip words={words}>
            <Link
              className={isCurrent ? 'current' : ''}
              to={runsPath({ started_at__gte: from, started_at__lt: to })}
              aria-label={words}
              tabIndex={index === at ? 0 : -1}
              onFocus={() => setAt(index)}
              onKeyDown={onKey}
            >
              <i style={{ height: sizeOf(runs - failed, top) }} />
              <i className="failed" style={{ height: sizeOf(failed, top) }} />
            </Link>
          </Tooltip>
          {label !== '' && <span aria-hidden="true">{label}</span>}
        </li>
      ))}
    </ul>
  )
}
