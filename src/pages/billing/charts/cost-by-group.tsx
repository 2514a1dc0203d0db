import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import type { RunSummary } from '#contract/billing.ts'
import { count } from '#lib/count.ts'
import { formatShare } from '#lib/format-share.ts'
import { formatMicros } from '#lib/money/money.ts'
import { Cost } from '#parts/display/cost.tsx'
import { Table, type Column } from '#ui/table/table.tsx'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import type { ChartForm } from '#pages/billing/billing-view.ts'
import type { PeriodCosts } from '#pages/billing/use-period-costs.ts'
import { ChartSection, ChartSkeleton } from './chart-section.tsx'
import { FlowMenu } from './flow-menu.tsx'
import { groupCosts, type CostGroup, type GroupCosts } from './group-costs.ts'

const FlowBudgetDialog = lazyPart(async () => (await import('#pages/billing/flow-budget-dialog.tsx')).FlowBudgetDialog)

/** Digits beyond the cent in the table, whose sums are exact to the micro. */
const costRoom = 4
/** Minimum length of a bar in percent, so that a small value is visible. */
const leastBar = 2

const titleCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A bar with its length relative to the longest one. */
function Bar({ part, whole }: { part: bigint; whole: bigint }) {
  const share = whole <= 0n || part <= 0n ? 0 : Math.min(1, Number(part) / Number(whole))
  const width = part > 0n ? Math.max(leastBar, share * 100) : 0
  return (
    <svg width="100%" height="6" aria-hidden="true">
      <rect width="100%" height="6" rx="2" className="fill-line" />
      <rect width={`${width}%`} height="6" rx="2" className="fill-chart" />
    </svg>
  )
}

interface ListProps {
  by: CostGroup
  costs: GroupCosts
  currency: string
  /** The URL of the runs of one group; null = of all. */
  linkTo: (key: string | null) => string
  /** The menu of a row; null = none. */
  rowMenu: RowMenu | null
}

type RowMenu = (one: { id: string; name: string }) => ReactNode

function TopGroups({
  by,
  costs: { top, others, total },
  currency,
  linkTo,
  rowMenu,
  onOthers,
}: ListProps & { onOthers: () => void }) {
  const longest = top.reduce((most, { cost }) => (cost > most ? cost : most), 0n)
  const figures = (cost: bigint) => (
    <>
      <span className="text-right">
        <Cost amount={formatMicros(cost)} currency={currency} sum />
      </span>
      <span className="text-right text-text-3">{formatShare(cost, total)}</span>
    </>
  )
  return (
    <ul className={`cost-bars ${rowMenu === null ? '' : 'with-menu'}`}>
      {top.map(({ id, name, cost }) => (
        <li key={id}>
          <Tooltip words={name}>
            <Link className="cut hover:underline" dir="auto" to={linkTo(id)}>
              {name}
            </Link>
          </Tooltip>
          <Bar part={cost} whole={longest} />
          {figures(cost)}
          {rowMenu?.({ id, name })}
        </li>
      ))}
      {others !== null && (
        <li className="text-text-2">
          <button type="button" className="cut cursor-pointer text-left hover:underline" onClick={onOthers}>
            {count(others.count, `other ${by}`)}
          </button>
          {/* A bar beside those of single ones would look like one of them. */}
          <span />
          {figures(others.cost)}
        </li>
      )}
    </ul>
  )
}

const sumId = 'sum'

interface Row {
  id: string
  name: string
  /** Null for the row of other groups. */
  to: string | null
  count: number | null
  failed: number | null
  cost: bigint
  total: bigint
  currency: string
}

const columnsOf = (by: CostGroup, rowMenu: RowMenu | null): readonly Column<Row>[] => [
  {
    id: by,
    head: titleCase(by),
    cell: ({ id, to, name }) =>
      to === null ? (
        <b>{name}</b>
      ) : (
        <Tooltip words={name}>
          <Link className={`hover:underline ${id === sumId ? 'font-semibold' : ''}`} dir="auto" to={to}>
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
    cell: ({ cost, currency }) => <Cost amount={formatMicros(cost)} currency={currency} reservedDigits={costRoom} />,
  },
  {
    id: 'share',
    head: 'Share',
    right: true,
    className: 'w-[88px]',
    cell: ({ cost, total }) => <span className="text-text-2">{formatShare(cost, total)}</span>,
  },
  ...(rowMenu === null
    ? []
    : [
        {
          id: 'menu',
          head: <span className="sr-only">Actions</span>,
          right: true,
          className: 'w-[60px]',
          cell: (row: Row) => (row.to === null || row.id === sumId ? null : rowMenu(row)),
        },
      ]),
]

const rowId = (row: Row) => row.id

function rowsOf({ by, costs: { groups, total }, linkTo }: ListProps, { currency, totals }: RunSummary): Row[] {
  const shared = { total, currency }
  const rest = total - groups.reduce((sum, one) => sum + one.cost, 0n)
  const sum = {
    ...shared,
    id: sumId,
    name: 'Total',
    to: linkTo(null),
    count: totals.count,
    failed: totals.failed,
    cost: total,
  }
  return [
    sum,
    ...groups.map((one) => ({ ...one, ...shared, to: linkTo(one.id) })),
    // A service may return only the first few hundred groups.
    ...(rest === 0n
      ? []
      : [{ ...sum, id: 'rest', name: `Other ${by}s`, to: null, count: null, failed: null, cost: rest }]),
  ]
}

const noCosts: GroupCosts = { groups: [], top: [], others: null, total: 0n }

/** Cost of runs by flow, channel, kind, model or tool. A click on one shows its runs; the menu of a flow sets a budget. */
export function CostByGroup({
  summary: { data: summary, isPending },
  by,
  form,
  onForm,
  linkTo,
}: {
  summary: PeriodCosts['summary']
  by: CostGroup
  form: ChartForm
  onForm: (form: ChartForm) => void
  linkTo: ListProps['linkTo']
}) {
  const costs = useMemo(() => (summary === undefined ? noCosts : groupCosts(summary, by)), [summary, by])
  const hasBudgets = useExtension('budgets')
  const [budgetFlow, setBudgetFlow] = useState<{ id: string; name: string } | null>(null)
  const rowMenu = useMemo<RowMenu | null>(
    () => (hasBudgets && by === 'flow' ? (flow) => <FlowMenu flow={flow} onBudget={setBudgetFlow} /> : null),
    [hasBudgets, by],
  )
  const columns = useMemo(() => columnsOf(by, rowMenu), [by, rowMenu])
  const title = `Cost by ${by}`
  const list = { by, costs, currency: summary?.currency ?? '', linkTo, rowMenu }
  return (
    <ChartSection title={title} isHorizontal form={form} onForm={onForm}>
      {summary?.groups[by] === undefined ? (
        isPending ? (
          <ChartSkeleton />
        ) : (
          <p className="money-none">These figures could not be loaded.</p>
        )
      ) : form === 'table' ? (
        <div className="money-table">
          <Table label={title} columns={columns} rows={rowsOf(list, summary)} rowId={rowId} rowKeys={false} />
        </div>
      ) : costs.groups.length === 0 || costs.total === 0n ? (
        <p className="money-none">
          {costs.groups.length === 0 && (by === 'flow' || by === 'channel')
            ? 'Nothing ran in this period.'
            : 'Nothing was spent in this period.'}
        </p>
      ) : (
        <TopGroups {...list} onOthers={() => onForm('table')} />
      )}
      <Suspense>
        {budgetFlow !== null && <FlowBudgetDialog flow={budgetFlow} onClose={() => setBudgetFlow(null)} />}
      </Suspense>
    </ChartSection>
  )
}
