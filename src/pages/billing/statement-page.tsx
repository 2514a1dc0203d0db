import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useMe } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { costsWithoutFlow, ledger as ledgerApi, type Statement } from '#contract/ledger.ts'
import { addDays, dayIn } from '#lib/time/calendar-day.ts'
import { count } from '#lib/count.ts'
import { Cost } from '#parts/display/cost.tsx'
import { LoadError } from '#parts/display/load-error.tsx'
import { RefusedFilters } from '#parts/lists/refused-filters.tsx'
import { useCsv } from '#parts/lists/use-csv.tsx'
import { useZone } from '#parts/display/zone.ts'
import { Page } from '#shell/page.tsx'
import { paths, runsPath } from '#ui/paths.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { useNow } from '#ui/browser/now.ts'
import { Select } from '#ui/controls/select-field.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { BillingTabs } from './billing-tabs.tsx'
import { ledgerEntryWords } from './money-words.ts'
import './statement.css'

/** Digits beyond the cent, since a statement is exact. */
const costRoom = 4
/** Months in the menu; earlier ones are reached with the previous button or by URL. */
const offeredMonths = 36

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/
const previousMonth = (month: string): string => addDays(`${month}-01`, -1).slice(0, 7)
const nextMonth = (month: string): string => addDays(`${month}-28`, 4).slice(0, 7)

/** "November 2026" */
const monthWords = (month: string): string =>
  new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

interface StatementLine {
  key: string
  name: ReactNode
  note?: string
  amount: string
  isSum?: boolean
}

function StatementTable({
  title,
  basisNote,
  lines,
  currency,
}: {
  title: string
  /** How the amounts are counted. */
  basisNote?: string
  lines: readonly StatementLine[]
  currency: string
}) {
  return (
    <section>
      <h2>{title}</h2>
      {basisNote !== undefined && lines.length > 0 && <p className="mb-1 text-xs text-text-2">{basisNote}</p>}
      {lines.length === 0 ? (
        <p className="text-text-2">None this month.</p>
      ) : (
        <table>
          <caption className="sr-only">{title}</caption>
          <tbody>
            {lines.map(({ key, name, note, amount, isSum = false }) => (
              <tr key={key} className={isSum ? 'sum' : undefined}>
                <th scope="row" dir="auto">
                  {name}
                </th>
                <td className="note-cell">{note}</td>
                <td>
                  <Cost amount={amount} currency={currency} reservedDigits={costRoom} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function flowLines({ costs, month, from, to }: Statement): StatementLine[] {
  const address = (flow: string) => runsPath({ flow, started_at__gte: from, started_at__lt: to })
  return costs.by_flow.map(({ flow, runs, cost }) => ({
    key: flow?.id ?? `${month} ${runs === 0}`,
    name: flow === null ? costsWithoutFlow(runs) : <Link to={address(flow.id)}>{flow.name || flow.id}</Link>,
    note: runs === 0 ? '' : count(runs, 'run'),
    amount: cost,
  }))
}

function StatementSheet({ statement }: { statement: Statement }) {
  const account = useMe()?.account
  const { currency, costs, month, tz } = statement
  const total = { key: 'total', name: 'Total', amount: costs.total, isSum: true }
  return (
    <article className="statement" aria-label={`Statement for ${monthWords(month)}`}>
      <header>
        <p className="text-lg font-semibold">
          {/* On the screen, the page says what it is. */}
          <span className="hidden print:inline">Statement, </span>
          {monthWords(month)}
          {!statement.is_over && ' to date'}
        </p>
        <p className="text-text-2">
          {account?.name !== undefined && `${account.name} · `}
          {tz} · {currency}
        </p>
        {account?.sample === true && (
          <p className="text-text-2">
            <b>Contains sample data.</b> Sample runs and credits are demo data.
          </p>
        )}
      </header>
      <StatementTable
        title="Balance"
        currency={currency}
        lines={[
          { key: 'opening', name: 'Opening balance', amount: statement.opening_balance },
          ...statement.credits.map(({ kind, count: number, amount }) => ({
            key: kind,
            name: ledgerEntryWords[kind],
            note: number === 1 ? '' : `${number.toLocaleString()} times`,
            amount,
          })),
          { key: 'cost', name: 'Cost of runs and tool tests', amount: minus(costs.total) },
          { key: 'closing', name: 'Closing balance', amount: statement.closing_balance, isSum: true },
        ]}
      />
      <StatementTable title="Cost by kind" currency={currency} lines={kindLines(statement, total)} />
      <StatementTable
        title="Cost by flow"
        basisNote="By booking date. Each flow links to its runs by start, as in Billing and budgets: totals can differ."
        currency={currency}
        lines={costs.by_flow.length === 0 ? [] : [...flowLines(statement), total]}
      />
    </article>
  )
}

const minus = (amount: string): string => (/[1-9]/.test(amount) ? `-${amount}` : amount)

const kindLines = ({ costs }: Statement, total: StatementLine): StatementLine[] =>
  costs.by_kind.length === 0
    ? []
    : [...costs.by_kind.map(({ kind, label, cost }) => ({ key: kind, name: label, amount: cost })), total]

/**
 * Statement for a month: opening balance, credits, closing balance, cost by kind and by flow; to read, print and
 * download.
 */
export function StatementPage() {
  const [query, setQuery] = useSearchParams()
  const now = useNow()
  const zone = useZone()
  const current = dayIn(now, zone).slice(0, 7)
  const monthParameter = query.get('month') ?? ''
  const month = monthPattern.test(monthParameter) ? monthParameter : current
  const input = { month, tz: zone }
  const statement = useQuery(q(ledgerApi.statement, input))
  const csv = useCsv(ledgerApi.statement, `statement ${month}.csv`, input)
  const onMonth = (next: string) => setQuery(next === current ? {} : { month: next })
  const months = Array.from({ length: offeredMonths }).reduce<string[]>(
    (all) => [...all, previousMonth(all.at(-1) ?? current)],
    [current],
  )
  const monthOptions = months.includes(month) ? months : [...months, month]
  const found = statement.data
  return (
    <Page
      title="Statement"
      section="Billing"
      sectionPath={paths.billing}
      part={monthWords(month)}
      busy={statement.isFetching && found !== undefined}
      actions={[
        ...csv,
        {
          label: 'Print',
          icon: <Printer />,
          reason: found === undefined ? 'The statement has not loaded yet.' : null,
          onSelect: () => window.print(),
        },
      ]}
    >
      <BillingTabs value="statement" />
      <div className="statement-frame">
        <div className="statement-bar">
          <IconButton
            variant="default"
            label="Previous month"
            icon={<ChevronLeft />}
            onClick={() => onMonth(previousMonth(month))}
          />
          <Select
            aria-label="Month"
            className="sm w-auto!"
            value={month}
            options={monthOptions.map((value) => ({ value, label: monthWords(value) }))}
            onValue={onMonth}
          />
          <IconButton
            variant="default"
            label="Next month"
            icon={<ChevronRight />}
            reason={month >= current ? 'The next month has not started yet.' : null}
            onClick={() => onMonth(nextMonth(month))}
          />
        </div>
        {monthParameter !== '' && monthParameter !== month && (
          <div className="pt-3">
            <RefusedFilters
              refused={[{ name: 'month', value: monthParameter, reason: 'Enter a month such as 2026-11.' }]}
              onRemove={() => setQuery({})}
            />
          </div>
        )}
        {found !== undefined ? (
          <StatementSheet statement={found} />
        ) : statement.error === null ? (
          <SkeletonRows />
        ) : (
          <LoadError what="The statement" error={statement.error} onRetry={() => void statement.refetch()} />
        )}
      </div>
    </Page>
  )
}
