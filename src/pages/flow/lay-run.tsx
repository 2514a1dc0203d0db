import { useQuery } from '@tanstack/react-query'
import { Check, Route } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useExtension } from '#api/me.ts'
import { q } from '#api/query.ts'
import { run as runApi, type Run } from '#contract/billing.ts'
import type { FlowDetail } from '#contract/flow.ts'
import { formatClockExact, formatDay, formatDuration } from '#lib/format-time.ts'
import { Cost } from '#parts/cost.tsx'
import { readId } from '#parts/list-query.ts'
import { RunStatus } from '#parts/status.tsx'
import { useZone } from '#parts/zone.ts'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/menu.tsx'
import { useNow } from '#ui/now.ts'
import { laidQuery, tabQuery } from './flow-view.ts'

/** The latest runs of the flow; older ones are found in the tab of the runs. */
const maxRuns = 25
/** Digits beyond the cent: every run is exact. */
const costRoom = 4

function Line({ run }: { run: Run }) {
  const now = useNow()
  const zone = useZone()
  return (
    <span className="grid grid-cols-[104px_1fr_auto] items-center gap-3 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-2">
      <RunStatus status={run.status} />
      <span className="max-sm:order-last max-sm:col-span-2 max-sm:text-xs">
        {formatDay(run.started_at, { now, zone })}, {formatClockExact(run.started_at, zone)}
        {run.duration_ms !== null && <span className="text-text-3"> · {formatDuration(run.duration_ms)}</span>}
      </span>
      <span className="text-right">
        <Cost amount={run.cost} currency={run.currency} room={costRoom} />
      </span>
    </span>
  )
}

/** The lines of the menu. While they load, the first one stands for them: it keeps the focus when it becomes a run. */
function Lines({
  runs: { data, error, refetch },
  laid,
  onLay,
}: {
  runs: ReturnType<typeof useLatestRuns>
  laid: string | null
  onLay: (run: string) => void
}) {
  const lines: { words: ReactNode; icon: ReactNode; reason: string | null; onSelect: () => void }[] =
    data?.results.map((run) => ({
      words: <Line run={run} />,
      icon: (
        <span className="grid size-4 flex-none place-items-center text-accent">
          {run.id === laid && <Check className="s" aria-label="Laid over" />}
        </span>
      ),
      reason: null,
      onSelect: () => onLay(run.id),
    })) ?? []
  if (lines.length === 0) {
    const nothing = data === undefined ? 'They are being read.' : 'This flow has not run yet.'
    lines.push({
      words: error === null ? 'Latest runs' : 'The runs could not be loaded. Try again',
      icon: null,
      reason: error === null ? nothing : null,
      onSelect: () => void refetch(),
    })
  }
  return lines.map(({ words, icon, reason, onSelect }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the first line stays the same element, whatever it says
    <MenuItem key={index} icon={icon} reason={reason} onSelect={onSelect}>
      {words}
    </MenuItem>
  ))
}

function useLatestRuns(flow: string, isNear: boolean) {
  const input = { ordering: '-started_at', limit: maxRuns, filters: { flow } }
  return useQuery({ ...q(runApi.list, input), enabled: isNear })
}

/** Chooses one of the latest runs of a flow, to be laid over its canvas. Needs the extension `run_detail`. */
export function LayRun({ flow }: { flow: FlowDetail }) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  // Read as soon as the button is near a press: the menu then opens with its lines.
  const [isNear, setNear] = useState(false)
  const runs = useLatestRuns(flow.id, isNear)
  if (!useExtension('run_detail')) return null
  const near = () => setNear(true)
  return (
    <Menu
      trigger={
        <Button icon={<Route />} onPointerEnter={near} onFocus={near}>
          <span className="max-sm:sr-only">Lay a run over it</span>
        </Button>
      }
    >
      <div className="w-[440px] max-w-full">
        <Lines
          runs={runs}
          laid={readId(query, 'run')}
          onLay={(run) => void navigate({ search: laidQuery(query, run) })}
        />
      </div>
      <MenuLine />
      <MenuItem onSelect={() => void navigate({ search: tabQuery(query, 'runs') })}>All runs</MenuItem>
    </Menu>
  )
}
