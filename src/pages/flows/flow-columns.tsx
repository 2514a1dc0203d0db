import type { FlowSummary } from '#contract/flow.ts'
import { KindTile } from '#canvas/kind-tile.tsx'
import { parseMicros } from '#lib/money.ts'
import { Cost } from '#parts/cost.tsx'
import { FlowStatus, RunStatus } from '#parts/status.tsx'
import { Time } from '#parts/time.tsx'
import type { Column } from '#ui/table.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { NameCell } from './name-cell.tsx'
import { useFlowRows } from './flow-rows.ts'

/** Tiles in a row: more are counted. */
const maxTiles = 3

export function Tools({ tools }: { tools: FlowSummary['tools'] }) {
  const [first] = tools
  if (first === undefined) return <span className="text-text-3">—</span>
  const categories = [...new Set(tools.map((tool) => tool.category))]
  return (
    <Tooltip words={tools.map((tool) => tool.name).join(', ')}>
      <span className="flex min-w-0 items-center gap-1.5">
        {categories.slice(0, maxTiles).map((category) => (
          <KindTile key={category} kind={category} named />
        ))}
        <span className="mono cut text-text-3">{first.key}</span>
        {tools.length > 1 && <span className="flex-none text-2xs text-text-3">+{tools.length - 1}</span>}
      </span>
    </Tooltip>
  )
}

export const LastRun = ({ flow }: { flow: FlowSummary }) =>
  flow.last_run_at === null || flow.last_run_status === null ? (
    <span className="text-text-3">Never ran</span>
  ) : (
    <span className="flex items-center gap-1.5 text-text-2">
      <RunStatus status={flow.last_run_status} iconOnly />
      {flow.last_run_status === 'running' ? 'Running now' : <Time at={flow.last_run_at} />}
    </span>
  )

export const Figure = ({ value }: { value: number }) => (
  <span className={value === 0 ? 'text-text-3' : ''}>{value.toLocaleString()}</span>
)

/** Digits beyond the cent for which the column keeps room: those of the smallest amount. */
const costRoom = 4
/** Width of the bar that compares rows. */
const barWidth = 40

function CostCell({ flow }: { flow: FlowSummary }) {
  const { topCost } = useFlowRows()
  const micros = parseMicros(flow.cost_last_30_days) ?? 0n
  const part = topCost > 0n && micros > 0n ? Math.max(2, (Number(micros) / Number(topCost)) * barWidth) : 0
  return (
    <span className="flex items-center justify-end gap-2">
      <Cost amount={flow.cost_last_30_days} currency={flow.currency} room={costRoom} sum />
      <svg width={barWidth} height="4" aria-hidden="true" className="flex-none max-lg:hidden">
        <rect width={barWidth} height="4" rx="2" className="fill-line" />
        <rect width={part} height="4" rx="2" className="fill-text-3" />
      </svg>
    </span>
  )
}

export const flowColumns: readonly Column<FlowSummary>[] = [
  { id: 'name', head: 'Name', orderBy: 'name', cell: (flow) => <NameCell flow={flow} /> },
  {
    id: 'status',
    head: 'Status',
    orderBy: 'status',
    className: 'w-[104px] max-sm:hidden',
    cell: (flow) => <FlowStatus status={flow.status} />,
  },
  {
    id: 'nodes',
    head: 'Nodes',
    orderBy: 'node_count',
    right: true,
    descendingFirst: true,
    className: 'w-[72px] @max-[1080px]:hidden',
    cell: (flow) => <Figure value={flow.node_count} />,
  },
  {
    id: 'tools',
    head: 'Tools',
    className: 'w-[190px] @max-[1080px]:hidden',
    cell: (flow) => <Tools tools={flow.tools} />,
  },
  {
    id: 'last-run',
    head: 'Last run',
    orderBy: 'last_run_at',
    descendingFirst: true,
    className: 'w-[128px] max-sm:w-[112px]',
    cell: (flow) => <LastRun flow={flow} />,
  },
  {
    id: 'runs',
    head: 'Runs',
    orderBy: 'run_count',
    right: true,
    descendingFirst: true,
    className: 'w-[92px] max-sm:hidden',
    cell: (flow) => <Figure value={flow.run_count} />,
  },
  {
    id: 'cost',
    head: (
      <>
        Cost<span className="max-lg:hidden">, 30 days</span>
      </>
    ),
    orderBy: 'cost_last_30_days',
    right: true,
    descendingFirst: true,
    className: 'w-[176px] @max-[1080px]:pr-5! max-lg:pr-4! max-lg:w-[136px] max-sm:w-[112px]',
    cell: (flow) => <CostCell flow={flow} />,
  },
  {
    id: 'updated',
    head: 'Updated',
    orderBy: 'updated_at',
    right: true,
    descendingFirst: true,
    className: 'w-[92px] @max-[1080px]:hidden',
    cell: (flow) => (
      <span className="text-text-2">
        <Time at={flow.updated_at} short />
      </span>
    ),
  },
]
