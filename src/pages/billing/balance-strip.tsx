import { useQuery } from '@tanstack/react-query'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { balance as balanceApi, run as runApi, type Balance } from '#contract/billing.ts'
import { openRunStatuses } from '#contract/values/run-status.ts'
import { count } from '#lib/count.ts'
import { formatSum } from '#lib/money/format-money.ts'
import { parseMicros } from '#lib/money/money.ts'
import { addDays, dayIn } from '#lib/time/calendar-day.ts'
import { wallClock } from '#lib/time/wall-clock.ts'
import { Cost } from '#parts/display/cost.tsx'
import { defaultDays } from '#parts/runs/run-filters.ts'
import { filteredTotal } from '#parts/lists/known-total.ts'
import { balanceRunway } from '#parts/display/balance-runway.ts'
import { LoadNote } from '#parts/display/load-note.tsx'
import { useZone } from '#parts/display/zone.ts'
import { paths, runsPath } from '#ui/paths.ts'
import { useNow } from '#ui/browser/now.ts'
import { BalanceFigure, FiguresSkeleton } from './balance-figure.tsx'

/** Statuses of a run that has not ended. */
const openStatuses = openRunStatuses.join(',')
/** Days of the average from which the service predicts when the balance runs out. */
const averageDays = 7

/** The reason for reserved money: runs in progress. Tool tests, and other reasons of a service, are not counted. */
function useReservedNote(reserved: string): string {
  const { data } = useQuery(q(runApi.list, { filters: { status: openStatuses }, limit: 1 }))
  const total = filteredTotal(data, ['status'])
  if (data === undefined || total === null) return ''
  if (data.count === 0) return parseMicros(reserved) === 0n ? 'no runs in progress' : ''
  const about = data.count_is === 'about' ? 'about ' : ''
  return `${about}${count(data.count, 'run')} in progress`
}

/** Spending as given by a service that does not sum runs. */
function SpendFigures({ money: { spend, currency }, now, zone }: { money: Balance; now: number; zone: string }) {
  // The service counts these days in UTC, which is shown if the page uses another zone.
  const days = wallClock(now, zone) === now ? '' : ', UTC'
  const today = dayIn(now, zone)
  const figures = [
    { name: 'Today', amount: spend.today, to: runsPath({ started_at: today }) },
    {
      name: 'This month',
      amount: spend.month_to_date,
      to: runsPath({ started_at__gte: `${today.slice(0, 7)}-01` }),
    },
    { name: `${defaultDays} days`, amount: spend.last_30_days, to: runsPath() },
  ]
  return figures.map(({ name, amount, to }) => (
    <BalanceFigure key={name} name={`${name}${days}`} to={to} words="">
      <Cost amount={amount} currency={currency} sum />
    </BalanceFigure>
  ))
}

function BalanceFigures({ money, hasSums }: { money: Balance; hasSums: boolean }) {
  const now = useNow()
  const zone = useZone()
  const reservedNote = useReservedNote(money.reserved)
  const hasLedger = useExtension('ledger')
  const { currency } = money
  const runway = balanceRunway(money, { now, zone })
  const recentRuns = runsPath({ started_at__gte: addDays(dayIn(now, zone), 1 - averageDays) })
  return (
    <dl className="figures" aria-label="Balance">
      {!hasSums && <SpendFigures money={money} now={now} zone={zone} />}
      <BalanceFigure
        name="Available"
        to={hasLedger ? paths.ledger : undefined}
        words={`Balance ${formatSum(money.balance, currency)}`}
      >
        <Cost amount={money.available} currency={currency} sum />
      </BalanceFigure>
      <BalanceFigure name="Reserved" to={runsPath({ time: 'any', status: openStatuses })} words={reservedNote}>
        <Cost amount={money.reserved} currency={currency} sum />
      </BalanceFigure>
      <BalanceFigure name="Runs out" to={recentRuns} words={runway.words}>
        {runway.value}
      </BalanceFigure>
    </dl>
  )
}

/**
 * Balance and runway, as given by the service.
 * @param hasSums whether the service sums runs; if not, its own sums are shown
 */
export function BalanceStrip({ hasSums }: { hasSums: boolean }) {
  const { data, error, refetch } = useQuery(q(balanceApi.read, {}))
  return (
    <>
      {error !== null && (
        <div className="min-w-0 flex-1 px-5 py-4 empty:hidden max-lg:px-4">
          <LoadNote what="The balance" error={error} onRetry={() => void refetch()} isStale={data !== undefined} />
        </div>
      )}
      {data !== undefined ? <BalanceFigures money={data} hasSums={hasSums} /> : error === null && <FiguresSkeleton />}
    </>
  )
}
