import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import type { RunSummary } from '#contract/billing.ts'
import { addDays, dayIn } from '#lib/time/calendar-day.ts'
import { formatAxis, formatSum } from '#lib/money/format-money.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { formatMicros } from '#lib/money/money.ts'
import { Cost } from '#parts/display/cost.tsx'
import { useZone } from '#parts/display/zone.ts'
import { Chart, type ChartBar } from '#ui/chart/chart.tsx'
import { Figure } from '#ui/table/figure.tsx'
import { useNow } from '#ui/browser/now.ts'
import { Table, type Column } from '#ui/table/table.tsx'
import { runsPath } from '#ui/paths.ts'
import type { ChartForm } from '#pages/billing/billing-view.ts'
import type { PeriodCosts } from '#pages/billing/use-period-costs.ts'
import { ChartSection } from './chart-section.tsx'
import { dayCosts, type DayCost } from './day-costs.ts'

/** Digits beyond the cent in the table, whose sums are exact to the micro. */
const costRoom = 4

/** Noon of a day in UTC. */
const noon = (day: string) => `${day}T12:00:00Z`

const titleCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const sumId = 'sum'

interface Row {
  id: string
  name: string
  /** Null for the row of earlier days. */
  to: string | null
  count: number | null
  failed: number | null
  cost: bigint
  before: bigint | null
  currency: string
}

const figure = (value: number | null) => (value === null ? '' : <Figure value={value} />)

const columns: readonly Column<Row>[] = [
  {
    id: 'day',
    head: 'Day',
    cell: ({ id, to, name }) =>
      to === null ? (
        <b>{name}</b>
      ) : (
        <Link className={`hover:underline ${id === sumId ? 'font-semibold' : ''}`} to={to}>
          {name}
        </Link>
      ),
  },
  { id: 'runs', head: 'Runs', right: true, className: 'w-[76px]', cell: ({ count }) => figure(count) },
  {
    id: 'failed',
    head: 'Failed',
    right: true,
    className: 'w-[64px] max-sm:hidden',
    cell: ({ failed }) => figure(failed),
  },
  {
    id: 'before',
    head: 'Previous',
    right: true,
    className: 'w-[112px] max-sm:hidden',
    cell: ({ before, currency }) => (
      <Cost amount={before === null ? null : formatMicros(before)} currency={currency} reservedDigits={costRoom} />
    ),
  },
  {
    id: 'cost',
    head: 'Cost',
    right: true,
    className: 'w-[116px]',
    cell: ({ cost, currency }) => <Cost amount={formatMicros(cost)} currency={currency} reservedDigits={costRoom} />,
  },
]

const rowId = (row: Row) => row.id

function rowsOf(
  summary: RunSummary,
  { days, earlier }: { days: readonly DayCost[]; earlier: bigint },
  nameOf: (day: string) => string,
  linkTo: (day: string | null) => string,
): Row[] {
  const { currency, totals } = summary
  const known = days.flatMap(({ before }) => before ?? [])
  const sum: Row = {
    id: sumId,
    name: 'Total',
    to: linkTo(null),
    count: totals.count,
    failed: totals.failed,
    cost: days.reduce((all, day) => all + day.cost, earlier),
    before: known.length > 0 ? known.reduce((all, cost) => all + cost, 0n) : null,
    currency,
  }
  const rest: Row = {
    ...sum,
    id: 'earlier',
    name: 'Earlier days',
    to: null,
    count: null,
    failed: null,
    before: null,
    cost: earlier,
  }
  const rows = days.map((day): Row => ({ ...day, id: day.day, name: nameOf(day.day), to: linkTo(day.day), currency }))
  return [sum, ...rows.toReversed(), ...(earlier === 0n ? [] : [rest])]
}

/** Cost of runs by day, beside the compared period. A click on a day shows its runs. */
export function CostByDay({
  costs: { range, compared, filter, before },
  summary,
  comparedWords,
  form,
  onForm,
}: {
  costs: PeriodCosts
  summary: RunSummary
  /** "previous 28 days" */
  comparedWords: string
  form: ChartForm
  onForm: (form: ChartForm) => void
}) {
  const now = useNow()
  const zone = useZone()
  const navigate = useNavigate()
  const { currency } = summary
  const groups = before.data?.groups.day
  const { first: firstDay, last: lastDay } = range
  const { first: firstBefore, last: lastBefore } = compared
  const costs = useMemo(
    () =>
      dayCosts(
        summary,
        { first: firstDay, last: lastDay },
        groups && { range: { first: firstBefore, last: lastBefore }, groups },
      ),
    [summary, groups, firstDay, lastDay, firstBefore, lastBefore],
  )
  const linkTo = (day: string | null) => runsPath(day === null ? filter : { started_at: day })
  const today = dayIn(now, zone)
  // Both are at noon, so that only their days are compared.
  const nameOf = (day: string) =>
    day === today ? 'Today' : formatDay(noon(day), { now: Date.parse(noon(today)), zone: 'UTC' })
  const bars = useBars(costs.days, { today, firstBefore, currency })
  const isFree = costs.days.every((day) => day.cost === 0n && (day.before ?? 0n) === 0n)
  const [first, last] = [costs.days[0], costs.days.at(-1)]
  return (
    <ChartSection
      title="Cost by day"
      form={form}
      onForm={onForm}
      legend={
        form === 'chart' &&
        (!isFree || before.error !== null) && (
          <>
            <span className="chart-key max-sm:hidden">This period</span>
            {before.error !== null ? (
              <span className="text-2xs text-text-3">The {comparedWords} could not be loaded</span>
            ) : (
              groups !== undefined && <span className="chart-key before">{titleCase(comparedWords)}</span>
            )}
          </>
        )
      }
    >
      {form === 'table' ? (
        <div className="money-table">
          <Table
            label="Cost by day"
            columns={columns}
            rows={rowsOf(summary, costs, nameOf, linkTo)}
            rowId={rowId}
            rowKeys={false}
          />
        </div>
      ) : first === undefined || last === undefined || isFree ? (
        <p className="money-none">Nothing was spent in this period.</p>
      ) : (
        <Chart
          label={`Cost by day, ${nameOf(first.day)} to ${nameOf(last.day)}`}
          bars={bars}
          axisWords={(value, step) => formatAxis(value, step, currency)}
          onPick={(day) => void navigate(linkTo(day))}
        />
      )}
    </ChartSection>
  )
}

/** Bars beside the line of the compared period. It has no point today, which is not over. */
function useBars(
  days: readonly DayCost[],
  { today, firstBefore, currency }: { today: string; firstBefore: string; currency: string },
): ChartBar[] {
  return useMemo(() => {
    const time = { now: Date.parse(noon(today)), zone: 'UTC' }
    return days.map(({ day, cost, before: earlier }, index): ChartBar => {
      const before = day === today ? null : earlier
      return {
        key: day,
        name: day === today ? 'Today' : formatDay(noon(day), time),
        value: Number(cost),
        words: formatSum(formatMicros(cost), currency),
        before: before === null ? null : Number(before),
        beforeWords:
          before === null
            ? ''
            : `${formatDay(noon(addDays(firstBefore, index)), time)}: ${formatSum(formatMicros(before), currency)}`,
        isIncomplete: day === today,
      }
    })
  }, [days, today, firstBefore, currency])
}
