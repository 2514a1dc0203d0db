import { createContext, use, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Run } from '#contract/billing.ts'
import { isAbsent } from '#lib/absent.ts'
import { formatClockExact, formatDay } from '#lib/time/format-time.ts'
import { Absent, TextOrAbsent } from '#ui/feedback/absent.tsx'
import { useNow } from '#ui/browser/now.ts'
import type { ListColumn } from '#ui/table/column-choice.ts'
import { ListTable } from '#ui/table/list-table.tsx'
import type { TableSelection } from '#ui/table/table.tsx'
import { columnChoiceOf } from '#ui/table/table-settings.ts'
import { Tag } from '#ui/feedback/tag.tsx'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { Cost } from '#parts/display/cost.tsx'
import { runDurationWords } from './run-duration.ts'
import { isActive, runReasonText } from './run-reason.ts'
import './runs-table.css'
import { RunStatusBadge } from '#parts/display/status.tsx'
import { useKnownColumns } from '#parts/lists/known-fields.ts'
import { useRowsFrozenOnHover } from '#parts/lists/rows-frozen-on-hover.ts'
import { ExactTimeText } from '#parts/display/time.tsx'
import { useZone } from '#parts/display/zone.ts'

/** URL that opens a run; null if the service has no details of runs. */
type RunLinks = { to: (run: Run) => string; replace: boolean } | null
const RunLinksContext = createContext<RunLinks>(null)

/** The name of the step at which a run failed; null if it is unknown. */
export type StepName = (run: Run) => string | null
const noStepName: StepName = () => null
const StepNamesContext = createContext<StepName>(noStepName)

/** Number of digits beyond the cent, since costs of runs are exact. */
const costRoom = 4

/** Day and time of a start, in the console's time zone. */
function useStartWords(iso: string): string {
  const now = useNow()
  const zone = useZone()
  return iso === '' ? 'start time unknown' : `${formatDay(iso, { now, zone })}, ${formatClockExact(iso, zone)}`
}

/** Lines below the first one, with the fields that have no column in narrow windows. */
function MoreLines({ run, withStart }: { run: Run; withStart: boolean }) {
  const words = useStartWords(run.started_at)
  const reason = runReasonText(run)
  const duration = runDurationWords(run, useNow())
  const facts = [withStart ? words : run.trigger, duration].filter((part) => !isAbsent(part))
  return (
    <>
      {/* Up to a wide table, the reason has no column. */}
      {reason !== null && <span className="cut hidden text-xs text-text-2 @max-[900px]:block">{reason}</span>}
      <span className="cut block text-xs text-text-3 max-[340px]:whitespace-normal sm:hidden">{facts.join(' · ')}</span>
    </>
  )
}

/** A retry of a sample run really ran, but simulated. */
const Tags = ({ run }: { run: Run }) => (
  <>
    {run.is_test && <Tag>test</Tag>}
    {run.sample && run.retry_of !== null && <Tag>sample</Tag>}
  </>
)

/** The status on phones, where it has no column. */
const StatusIcon = ({ run }: { run: Run }) => (
  <span className="flex-none sm:hidden">
    <RunStatusBadge status={run.status} iconOnly />
  </span>
)

function FlowCell({ run }: { run: Run }) {
  const links = use(RunLinksContext)
  const words = useStartWords(run.started_at)
  const name = run.flow.name || run.flow.id || 'Unknown flow'
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.5">
        <StatusIcon run={run} />
        <Tooltip words={name}>
          {links === null || run.id === '' ? (
            <span className="cut font-medium" dir="auto">
              {name}
            </span>
          ) : (
            <Link className="run-name cut" dir="auto" to={links.to(run)} replace={links.replace}>
              {name}
              <span className="sr-only">, run of {words}</span>
            </Link>
          )}
        </Tooltip>
        <Tags run={run} />
      </span>
      <MoreLines run={run} withStart />
    </>
  )
}

/** Start of a run as its link, if all runs are of one flow. */
function StartCell({ run }: { run: Run }) {
  const links = use(RunLinksContext)
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.5">
        <StatusIcon run={run} />
        {links === null || run.id === '' ? (
          <ExactTimeText at={run.started_at} />
        ) : (
          <Link className="run-name cut max-[340px]:whitespace-normal" to={links.to(run)} replace={links.replace}>
            <ExactTimeText at={run.started_at} />
          </Link>
        )}
        <Tags run={run} />
      </span>
      <MoreLines run={run} withStart={false} />
    </>
  )
}

/** The first sentence of the error, and the step; empty for runs without an error. */
function ReasonCell({ run }: { run: Run }) {
  const stepName = use(StepNamesContext)
  const text = runReasonText(run)
  if (text === null || run.error === null) return null
  const step = stepName(run)
  return (
    <Tooltip words={[run.error.message || text, step].filter(Boolean).join(' · ')}>
      <span className="cut block text-text-2">
        {text}
        {step !== null && <span className="text-text-3"> · {step}</span>}
      </span>
    </Tooltip>
  )
}

/** Empty while a run is queued. */
function DurationCell({ run }: { run: Run }) {
  const words = runDurationWords(run, useNow())
  return words === '' && !isActive(run) ? <Absent /> : words
}

const statusColumn: ListColumn<Run> = {
  id: 'status',
  head: 'Status',
  className: 'w-[112px] max-sm:hidden',
  cell: (run) => <RunStatusBadge status={run.status} />,
}
const reasonColumn: ListColumn<Run> = {
  id: 'reason',
  head: 'Reason',
  room: 900,
  cell: (run) => <ReasonCell run={run} />,
}
const triggerColumn: ListColumn<Run> = {
  id: 'trigger',
  head: 'Trigger',
  room: 900,
  className: 'w-[84px]',
  cell: (run) => (
    <span className="text-text-2">
      <TextOrAbsent text={run.trigger} />
    </span>
  ),
}
const durationColumn: ListColumn<Run> = {
  id: 'duration',
  head: 'Duration',
  orderBy: 'duration_ms',
  right: true,
  descendingFirst: true,
  className: 'w-[108px] max-sm:hidden',
  cell: (run) => <DurationCell run={run} />,
}
const costColumn: ListColumn<Run> = {
  id: 'cost',
  head: 'Cost',
  orderBy: 'cost',
  right: true,
  descendingFirst: true,
  className: 'w-[116px] max-sm:w-[104px]',
  cell: (run) => <Cost amount={run.cost} currency={run.currency} reservedDigits={costRoom} />,
}

const startColumn = { id: 'started', head: 'Started', orderBy: 'started_at', descendingFirst: true } as const

const allColumns: readonly ListColumn<Run>[] = [
  { ...startColumn, className: 'w-[140px] max-sm:hidden', cell: (run) => <ExactTimeText at={run.started_at} /> },
  { id: 'flow', head: 'Flow', isFixed: true, className: 'flow-cell', cell: (run) => <FlowCell run={run} /> },
  statusColumn,
  reasonColumn,
  triggerColumn,
  durationColumn,
  costColumn,
]
/** Columns if all runs are of one flow: figures are beside the start, and the reason has the rest of the row. */
const columnsOfOneFlow: readonly ListColumn<Run>[] = [
  { ...startColumn, isFixed: true, className: 'sm:w-[168px]', cell: (run) => <StartCell run={run} /> },
  statusColumn,
  triggerColumn,
  durationColumn,
  costColumn,
  { ...reasonColumn, className: 'pl-6!' },
]

const columnSetting = columnChoiceOf('runs')

const rowId = (run: Run) => run.id

/**
 * Table of runs with exact costs. A click on a row opens the run beside the list; j and k then navigate between runs
 * (RunPanel).
 */
export function RunsTable({
  runs,
  label = 'Runs',
  withFlow = true,
  stepName = noStepName,
  selection,
  ordering,
  onOrder,
  open,
  linkTo,
}: {
  runs: Run[]
  label?: string
  /** False if all runs are of one flow. */
  withFlow?: boolean
  stepName?: StepName
  selection?: TableSelection | undefined
  /** As in the request: "-started_at". */
  ordering: string
  onOrder: (ordering: string) => void
  /** Id of the run that is open beside the list. */
  open: string | null
  /** The URL of this list with a run open; null if the service has no `run_detail`. */
  linkTo: ((run: Run) => string) | null
}) {
  const navigate = useNavigate()
  const columns = useKnownColumns(withFlow ? allColumns : columnsOfOneFlow, runs)
  const { displayedRows, hoverHandlers } = useRowsFrozenOnHover(runs, ordering)
  // Switching from one open run to another adds no history entry.
  const replace = open !== null
  const links = useMemo(() => (linkTo === null ? null : { to: linkTo, replace }), [linkTo, replace])
  return (
    <RunLinksContext value={links}>
      <StepNamesContext value={stepName}>
        <div className="runs contents" {...hoverHandlers}>
          <ListTable
            label={label}
            setting={columnSetting}
            columns={columns}
            rows={displayedRows}
            rowId={rowId}
            ordering={ordering}
            onOrder={onOrder}
            {...(selection === undefined ? {} : { selection })}
            open={open}
            rowKeys={open === null}
            onOpen={linkTo === null ? undefined : (run) => void navigate(linkTo(run), { replace })}
          />
        </div>
      </StepNamesContext>
    </RunLinksContext>
  )
}
