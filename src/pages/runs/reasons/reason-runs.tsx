import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { q } from '#api/query/query.ts'
import { run as runApi, type Run } from '#contract/billing.ts'
import type { RunReason } from '#contract/run-work.ts'
import { formatCount } from '#lib/count.ts'
import { formatClockExact, formatDay, formatDuration, formatTimeExact } from '#lib/time/format-time.ts'
import { conversationName } from '#parts/display/conversation-name.ts'
import { Cost } from '#parts/display/cost.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { RowLink } from '#parts/display/row-link.tsx'
import { useZone } from '#parts/display/zone.ts'
import { filterParams, type Filters } from '#parts/filters/rules.ts'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { Delayed } from '#ui/feedback/skeleton.tsx'
import { useNow } from '#ui/browser/now.ts'
import { conversationPath } from '#ui/paths.ts'
import { BlankCell } from './blank-cell.tsx'
import type { GroupedRuns } from './reason-groups.ts'

/** Runs that are shown below a reason; the list shows all. */
const maxRuns = 4

export interface ReasonRunsProps {
  reason: RunReason
  /** Whether the table has a column for the selection. */
  hasSelection: boolean
  isSelected: boolean
  filters: Filters
  /** The runs of the reasons, if the browser grouped them. */
  grouped: GroupedRuns | null
  /** The URL with a run open beside the list; null if the service has no details of runs. */
  linkTo: ((run: Run) => string) | null
  /** The URL of the list of the runs of a reason. */
  listPath: (reason: RunReason) => string
}

/** The columns after the reason, empty: a cell over several would add the columns that are hidden in narrow windows. */
const BlankCells = () => (
  <>
    <BlankCell className="trend-cell" />
    <BlankCell />
    <BlankCell className="first-cell" />
    <BlankCell className="last-cell" />
    <BlankCell className="cost-cell" />
    <BlankCell className="outlook-cell" />
  </>
)

function RunTime({ run, linkTo }: { run: Run } & Pick<ReasonRunsProps, 'linkTo'>) {
  const now = useNow()
  const zone = useZone()
  const at = run.started_at
  const words = at === '' ? run.id : `${formatDay(at, { now, zone })}, ${formatClockExact(at, zone)}`
  return (
    <Tooltip words={formatTimeExact(at, zone)}>
      {linkTo === null || run.id === '' ? (
        <span className="font-medium">{words}</span>
      ) : (
        <Link className="run-name" to={linkTo(run)}>
          {words}
        </Link>
      )}
    </Tooltip>
  )
}

function RunLine({
  run,
  hasSelection,
  isSelected,
  linkTo,
}: { run: Run } & Pick<ReasonRunsProps, 'hasSelection' | 'isSelected' | 'linkTo'>) {
  return (
    <tr tabIndex={-1} className="reason-run" data-selected={isSelected ? '' : undefined}>
      {hasSelection && <BlankCell className="select-cell" />}
      <td>
        <span className="hang">
          <RunTime run={run} linkTo={linkTo} />
          <span className="mono run-id text-text-3">{run.id}</span>
          {run.conversation !== null && (
            <RowLink className="link cut" id={run.conversation.id} to={conversationPath}>
              {conversationName(run.conversation)}
            </RowLink>
          )}
        </span>
      </td>
      <td className="trend-cell text-text-2">
        {Number.isNaN(run.flow.version) ? '' : `v${run.flow.version}`}
        {run.attempt > 1 && ` · attempt ${run.attempt}`}
      </td>
      <BlankCell />
      <BlankCell className="first-cell" />
      <td className="num last-cell text-text-2">{formatDuration(run.duration_ms)}</td>
      <td className="num cost-cell">
        <Cost amount={run.cost} currency={run.currency} />
      </td>
      <BlankCell className="outlook-cell" />
    </tr>
  )
}

/** The latest runs of a reason, hung on a line, and the way to the others. */
export function ReasonRuns({ reason, hasSelection, isSelected, filters, grouped, linkTo, listPath }: ReasonRunsProps) {
  const zone = useZone()
  const [showsAll, setShowsAll] = useState(false)
  const list = useQuery({
    ...q(runApi.list, {
      limit: maxRuns,
      tz: zone,
      filters: { ...filterParams(filters.rules), reason: reason.key },
    }),
    enabled: grouped === null,
  })
  const known = grouped?.runsOf.get(reason.key)
  const runs = known === undefined ? list.data?.results : known.slice(0, showsAll ? known.length : maxRuns)
  const rest = reason.count - (runs?.length ?? 0)
  if (runs === undefined)
    return (
      <tr className="reason-run is-last">
        {hasSelection && <BlankCell className="select-cell" />}
        <td>
          {list.error === null ? (
            <Delayed>
              <span role="status" aria-label="Loading" className="skeleton ml-10 w-40" />
            </Delayed>
          ) : (
            <LoadNote what="The runs" error={list.error} onRetry={() => void list.refetch()} />
          )}
        </td>
        <BlankCells />
      </tr>
    )
  const more = `Show ${formatCount(rest)} more`
  return (
    <>
      {runs.map((run) => (
        <RunLine
          key={run.id || run.started_at}
          run={run}
          hasSelection={hasSelection}
          isSelected={isSelected}
          linkTo={linkTo}
        />
      ))}
      <tr tabIndex={-1} className="reason-run is-last" data-selected={isSelected ? '' : undefined}>
        {hasSelection && <BlankCell className="select-cell" />}
        <td>
          <span className="hang">
            {rest > 0 && known !== undefined ? (
              <button type="button" className="link cursor-pointer" onClick={() => setShowsAll(true)}>
                {more}
              </button>
            ) : (
              known === undefined && (
                <Link className="link" to={listPath(reason)}>
                  {rest > 0 ? more : 'Show as a list'}
                </Link>
              )
            )}
          </span>
        </td>
        <BlankCells />
      </tr>
    </>
  )
}
