import { useMemo } from 'react'
import { Link } from 'react-router'
import type { RunSummary } from '#contract/billing.ts'
import { count } from '#lib/count.ts'
import { formatShare } from '#lib/format-share.ts'
import { formatMicros } from '#lib/money.ts'
import { Cost } from '#parts/cost.tsx'
import { Table, type Column } from '#ui/table.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import type { ChartForm } from './billing-view.ts'
import { ChartSection } from './chart-section.tsx'
import { flowCosts, type FlowCosts } from './flow-costs.ts'

/** Digits beyond the cent in the table: its sums hold to the micro. */
const costRoom = 4
/** Sums below a cent are exact: then all of them keep room for it. */
const microsPerCent = 10_000n
const barWidth = 56
/** Something is never drawn as nothing. */
const leastBar = 2

/** A bar as long as its part of the longest one. */
function Bar({ part, whole, others = false }: { part: bigint; whole: bigint; others?: boolean }) {
  const share = whole <= 0n || part <= 0n ? 0 : Math.min(1, Number(part) / Number(whole))
  const width = part > 0n ? Math.max(leastBar, share * barWidth) : 0
  return (
    <svg width={barWidth} height="6" aria-hidden="true">
      <rect width={barWidth} height="6" rx="2" className="fill-line" />
      <rect width={width} height="6" rx="2" className={others ? 'fill-chart-2' : 'fill-chart'} />
    </svg>
  )
}

interface ListProps {
  costs: FlowCosts
  currency: string
  linkTo: (flow: string) => string
}

function TopFlows({ costs: { top, others, total }, currency, linkTo }: ListProps) {
  const longest = top[0]?.cost ?? 0n
  const amounts = [...top.map((flow) => flow.cost), others?.cost ?? 0n]
  const room = amounts.some((cost) => cost !== 0n && cost < microsPerCent) ? costRoom : 0
  const figures = (cost: bigint) => (
    <>
      <span className="text-right">
        <Cost amount={formatMicros(cost)} currency={currency} room={room} sum />
      </span>
      <span className="text-right text-text-3">{formatShare(cost, total)}</span>
    </>
  )
  return (
    <ul className="flow-bars">
      {top.map(({ id, name, cost }) => (
        <li key={id}>
          <Tooltip words={name}>
            <Link className="cut hover:underline" dir="auto" to={linkTo(id)}>
              {name}
            </Link>
          </Tooltip>
          <Bar part={cost} whole={longest} />
          {figures(cost)}
        </li>
      ))}
      {others !== null && (
        <li>
          <span className="cut">{count(others.flows, 'other flow')}</span>
          <Bar part={others.cost} whole={longest} others />
          {figures(others.cost)}
        </li>
      )}
    </ul>
  )
}

interface Row {
  id: string
  name: string
  /** Null for the rows that are sums. */
  to: string | null
  count: number | null
  failed: number | null
  cost: bigint
  total: bigint
  currency: string
}

const columns: readonly Column<Row>[] = [
  {
    id: 'flow',
    head: 'Flow',
    cell: ({ to, name }) =>
      to === null ? (
        <b>{name}</b>
      ) : (
        <Tooltip words={name}>
          <Link className="hover:underline" dir="auto" to={to}>
            {name}
          </Link>
        </Tooltip>
      ),
  },
  {
    id: 'runs',
    head: 'Runs',
    right: true,
    className: 'w-[76px] max-sm:hidden',
    cell: (row) => row.count?.toLocaleString(),
  },
  {
    id: 'cost',
    head: 'Cost',
    right: true,
    className: 'w-[116px]',
    cell: ({ cost, currency }) => <Cost amount={formatMicros(cost)} currency={currency} room={costRoom} />,
  },
  {
    id: 'share',
    head: 'Share',
    right: true,
    className: 'w-[88px]',
    cell: ({ cost, total }) => <span className="text-text-2">{formatShare(cost, total)}</span>,
  },
]

const rowId = (row: Row) => row.id

function rowsOf({ flows, total }: FlowCosts, summary: RunSummary, linkTo: (flow: string) => string): Row[] {
  const { currency, totals } = summary
  const shared = { total, currency }
  const rest = total - flows.reduce((sum, flow) => sum + flow.cost, 0n)
  const sum = { ...shared, id: 'sum', name: 'Sum', to: null, count: totals.count, failed: totals.failed, cost: total }
  return [
    sum,
    ...flows.map((flow) => ({ ...flow, ...shared, to: linkTo(flow.id) })),
    // A service may name no more than some hundred flows.
    ...(rest === 0n ? [] : [{ ...sum, id: 'rest', name: 'Other flows', count: null, failed: null, cost: rest }]),
  ]
}

/** What the filtered runs cost, flow by flow. A press on a flow asks for that flow. */
export function CostByFlow({
  summary,
  form,
  onForm,
  linkTo,
}: {
  summary: RunSummary
  form: ChartForm
  onForm: (form: ChartForm) => void
  /** The address of the same page with one flow alone. */
  linkTo: (flow: string) => string
}) {
  const costs = useMemo(() => flowCosts(summary), [summary])
  return (
    <ChartSection title="Cost by flow" lying form={form} onForm={onForm}>
      {form === 'table' ? (
        <div className="money-table">
          <Table
            label="Cost by flow"
            columns={columns}
            rows={rowsOf(costs, summary, linkTo)}
            rowId={rowId}
            rowKeys={false}
          />
        </div>
      ) : costs.flows.length === 0 ? (
        <p className="money-none">No flow ran in this time.</p>
      ) : (
        <TopFlows costs={costs} currency={summary.currency} linkTo={linkTo} />
      )}
    </ChartSection>
  )
}
