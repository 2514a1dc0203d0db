import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { q } from '#api/query/query.ts'
import { run as runApi, type Run } from '#contract/billing.ts'
import { isAbsent } from '#lib/absent.ts'
import { formatClockExact, formatDay, formatDuration } from '#lib/time/format-time.ts'
import { Cost } from '#parts/display/cost.tsx'
import { readId } from '#parts/lists/list-query.ts'
import { RunStatusBadge } from '#parts/display/status.tsx'
import { useZone } from '#parts/display/zone.ts'
import { Absent } from '#ui/feedback/absent.tsx'
import { MenuItem } from '#ui/overlays/menu.tsx'
import { useNow } from '#ui/browser/now.ts'
import { runOverlayQuery } from '#pages/flow/flow-view.ts'

/** Maximum runs in the menu; the Runs tab has older ones. */
const maxRuns = 25
/** Digits beyond the cent, since costs of runs are exact. */
const costRoom = 4

function RunLine({ run }: { run: Run }) {
  const now = useNow()
  const zone = useZone()
  return (
    <span className="grid grid-cols-[104px_1fr_auto] items-center gap-3 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-2">
      <RunStatusBadge status={run.status} />
      <span className="max-sm:order-last max-sm:col-span-2 max-sm:text-xs">
        {isAbsent(run.started_at) ? (
          <Absent />
        ) : (
          `${formatDay(run.started_at, { now, zone })}, ${formatClockExact(run.started_at, zone)}`
        )}
        {!isAbsent(run.duration_ms) && <span className="text-text-3"> · {formatDuration(run.duration_ms)}</span>}
      </span>
      <span className="text-right">
        <Cost amount={run.cost} currency={run.currency} reservedDigits={costRoom} />
      </span>
    </span>
  )
}

/**
 * The latest runs of a flow as menu items. While they load, a placeholder item has the focus, and keeps it when it
 * becomes the first run.
 */
export function LatestRuns({ flow }: { flow: string }) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const input = { ordering: '-started_at', limit: maxRuns, filters: { flow } }
  const { data, error, refetch } = useQuery(q(runApi.list, input))
  const shownRunId = readId(query, 'run')
  useLayoutEffect(() => {
    // The placeholder that was shown while this code was loading had the focus.
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])
  const lines: { words: ReactNode; icon: ReactNode; reason: string | null; onSelect: () => void }[] =
    data?.results.map((run) => ({
      words: <RunLine run={run} />,
      icon: (
        <span className="grid size-4 flex-none place-items-center text-accent">
          {run.id === shownRunId && <Check className="s" aria-label="Shown run" />}
        </span>
      ),
      reason: null,
      onSelect: () => void navigate({ search: runOverlayQuery(query, run.id) }),
    })) ?? []
  if (lines.length === 0) {
    const nothing = data === undefined ? 'Loading runs.' : 'This flow has not run yet.'
    lines.push({
      words: error === null ? 'Latest runs' : 'The runs could not be loaded. Try again',
      icon: null,
      reason: error === null ? nothing : null,
      onSelect: () => void refetch(),
    })
  }
  return (
    <div ref={box} className="w-[440px] max-w-full">
      {lines.map(({ words, icon, reason, onSelect }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the first item stays the same element, to keep the focus
        <MenuItem key={index} icon={icon} reason={reason} onSelect={onSelect}>
          {words}
        </MenuItem>
      ))}
    </div>
  )
}
