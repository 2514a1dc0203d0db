import { CircleX } from 'lucide-react'
import type { FlowSummary } from '#contract/flow.ts'
import { KindTile } from '#canvas/cards/kind-tile.tsx'
import { formatCount } from '#lib/count.ts'
import { parseMicros } from '#lib/money/money.ts'
import { RowLink } from '#parts/display/row-link.tsx'
import { Cost } from '#parts/display/cost.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { categoryTile } from '#parts/tools/tool-category.ts'
import { flowFailuresPath } from '#ui/paths.ts'
import { useNow } from '#ui/browser/now.ts'
import { Absent } from '#ui/feedback/absent.tsx'
import { Figure } from '#ui/table/figure.tsx'
import type { ListColumn } from '#ui/table/column-choice.ts'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { NameCell } from './name-cell.tsx'
import { useFlowRows } from './flow-rows-context.ts'
import { recentFailures } from './recent-failures.ts'
import { LastRun } from './last-run.tsx'
import { FlowStatusCell } from './flow-status-cell.tsx'

/** Maximum tiles in a row, one for each category of tools. */
const maxTiles = 3

function Tools({ tools }: { tools: FlowSummary['tools'] }) {
  const [first] = tools
  if (first === undefined) return <Absent />
  const categories = [...new Set(tools.map((tool) => tool.category))]
  return (
    <Tooltip words={tools.map(({ name, key, id }) => name || key || id).join(', ')}>
      <span className="flex min-w-0 items-center gap-1.5">
        {categories.slice(0, maxTiles).map((category) => (
          <KindTile key={category} kind={categoryTile(category)} isLabelled />
        ))}
        <span className="mono cut text-text-3">{first.key || first.name || first.id}</span>
        {tools.length > 1 && <span className="flex-none text-2xs text-text-3">+{tools.length - 1}</span>}
      </span>
    </Tooltip>
  )
}

/** Width in px of the bar that compares costs. */
const barWidth = 40

function CostCell({ flow }: { flow: FlowSummary }) {
  const { topCost } = useFlowRows()
  const micros = parseMicros(flow.cost_last_30_days)
  const part =
    micros !== null && topCost > 0n && micros > 0n ? Math.max(2, (Number(micros) / Number(topCost)) * barWidth) : 0
  return (
    <span className="flex items-center justify-end gap-2">
      <svg width={barWidth} height="4" aria-hidden="true" className="flex-none max-lg:hidden">
        {/* An empty bar would mean a cost of zero. */}
        {micros !== null && <rect width={barWidth} height="4" rx="2" className="fill-line" />}
        <rect width={part} height="4" rx="2" className="fill-text-3" />
      </svg>
      <span className="min-w-16 text-right">
        <Cost amount={flow.cost_last_30_days} currency={flow.currency} sum="short" />
      </span>
    </span>
  )
}

const dayMs = 86_400_000

/** "3 h ago", then the day. */
function Day({ at }: { at: string }) {
  const isOld = useNow() - Date.parse(at) >= dayMs
  return (
    <span className="text-text-2">
      <TimeText at={at} short={isOld} />
    </span>
  )
}

/** Number and share of failed runs: red if the flow needs attention. */
export function Failures({ flow }: { flow: FlowSummary }) {
  const failures = recentFailures(flow)
  if (failures === null) return <Absent />
  const { count, share, needsAttention } = failures
  if (count === 0) return <Figure value={0} />
  const words = (
    <>
      {needsAttention && <CircleX />}
      {formatCount(count)}
      {share !== '' && <span className={needsAttention ? '' : 'text-text-3'}> · {share}</span>}
    </>
  )
  return (
    <RowLink
      id={flow.id}
      to={flowFailuresPath}
      className={`hover:underline ${needsAttention ? 'status bad' : 'text-text-2'}`}
    >
      {words}
    </RowLink>
  )
}

/** "Failed, 30 days"; shorter where columns are narrow. */
const RecentHead = ({ name }: { name: string }) => (
  <>
    {name}, 30 d<span className="max-lg:hidden">ays</span>
  </>
)

/** The runs of the last 30 days, as those that failed and their cost. */
const recentColumns: readonly ListColumn<FlowSummary>[] = [
  {
    id: 'recent-runs',
    head: 'Runs, 30 days',
    right: true,
    room: 840,
    className: 'w-[104px]',
    cell: ({ runs_last_30_days: runs }) => <Figure value={runs ?? null} />,
  },
  {
    id: 'failed',
    head: <RecentHead name="Failed" />,
    label: 'Failed, 30 days',
    orderBy: 'failed_last_30_days',
    right: true,
    descendingFirst: true,
    className: 'w-[124px] max-lg:w-[108px] max-sm:hidden',
    cell: (flow) => <Failures flow={flow} />,
  },
]

const flowColumns: readonly ListColumn<FlowSummary>[] = [
  { id: 'name', head: 'Name', isFixed: true, orderBy: 'name', cell: (flow) => <NameCell flow={flow} /> },
  {
    id: 'status',
    head: 'Status',
    orderBy: 'status',
    className: 'w-[104px] max-lg:w-[96px] max-sm:hidden',
    cell: (flow) => <FlowStatusCell flow={flow} />,
  },
  {
    id: 'nodes',
    head: 'Nodes',
    orderBy: 'node_count',
    right: true,
    descendingFirst: true,
    room: 1080,
    className: 'w-[72px]',
    cell: (flow) => <Figure value={flow.node_count} />,
  },
  {
    id: 'tools',
    head: 'Tools',
    room: 1080,
    className: 'w-[190px]',
    cell: (flow) => <Tools tools={flow.tools} />,
  },
  {
    id: 'last-run',
    head: 'Last run',
    orderBy: 'last_run_at',
    descendingFirst: true,
    className: 'w-[128px] max-lg:w-[124px] max-sm:hidden',
    cell: (flow) => <LastRun flow={flow} />,
  },
  {
    id: 'runs',
    head: 'Runs, all time',
    orderBy: 'run_count',
    right: true,
    descendingFirst: true,
    className: 'w-[104px] max-sm:hidden',
    cell: (flow) => <Figure value={flow.run_count} />,
  },
  {
    id: 'cost',
    head: <RecentHead name="Cost" />,
    label: 'Cost, 30 days',
    orderBy: 'cost_last_30_days',
    right: true,
    descendingFirst: true,
    className: 'w-[148px] max-lg:w-[112px] max-sm:w-[96px]',
    cell: (flow) => <CostCell flow={flow} />,
  },
  {
    id: 'updated',
    head: 'Updated',
    orderBy: 'updated_at',
    right: true,
    descendingFirst: true,
    room: 1080,
    className: 'w-[128px]',
    cell: (flow) => <Day at={flow.updated_at} />,
  },
  {
    id: 'created',
    head: 'Created',
    isOptional: true,
    orderBy: 'created_at',
    right: true,
    descendingFirst: true,
    room: 840,
    className: 'w-[132px]',
    cell: (flow) => <Day at={flow.created_at} />,
  },
]

/** The failed runs take the place of the tools where there is no room for both; the runs of all time are a choice. */
const columnsWithFailures: readonly ListColumn<FlowSummary>[] = flowColumns.flatMap((column) =>
  column.id === 'tools'
    ? [{ ...column, room: 1320 }]
    : column.id === 'runs'
      ? [...recentColumns, { ...column, isOptional: true, room: 840 }]
      : [column],
)

/** @param hasFailures whether the service counts failed runs */
export const flowColumnsOf = (hasFailures: boolean): readonly ListColumn<FlowSummary>[] =>
  hasFailures ? columnsWithFailures : flowColumns
