import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { balance as balanceApi, run as runApi, type Balance } from '#contract/billing.ts'
import { count } from '#lib/count.ts'
import { formatChange } from '#lib/format-share.ts'
import { formatSum } from '#lib/money/format-money.ts'
import { parseMicros } from '#lib/money/money.ts'
import { dayIn } from '#lib/time/calendar-day.ts'
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
import { perDay } from './money-words.ts'
import { monthBeforeSoFar, monthNames, yesterdaySoFar, type Range } from './previous-spend.ts'

/** Statuses of a run that has not ended. */
const openStatuses = 'queued,running,waiting'

/** The cost of the runs in a range; null until it is known, and if the service does not sum runs. */
function useSpend(range: Range | null, enabled: boolean): bigint | null {
  const { data } = useQuery({
    ...q(runApi.summary, { filters: { ...range } }),
    enabled: enabled && range !== null,
    // Only an addition to the figure: the sums of the page report errors.
    retry: false,
  })
  return data === undefined ? null : parseMicros(data.totals.cost)
}

/** The reason for reserved money: runs in progress. Tool tests, and other reasons of a service, are not counted. */
function useReservedNote(reserved: string): string {
  const { data } = useQuery(q(runApi.list, { filters: { status: openStatuses }, limit: 1 }))
  const total = filteredTotal(data, ['status'])
  if (data === undefined || total === null) return ''
  if (data.count === 0) return parseMicros(reserved) === 0n ? 'no runs in progress' : ''
  const about = data.count_is === 'about' ? 'about ' : ''
  return `${about}${count(data.count, 'run')} in progress`
}

/** "−9.1% vs this time yesterday"; '' if the earlier amount is unknown or zero. */
function changeWords(now: string, before: bigint | null, on: string): string {
  const micros = parseMicros(now)
  const change = micros === null || before === null ? null : formatChange(micros, before)
  return change === null ? '' : `${change} ${on}`
}

/** The spend of this month up to yesterday, for a comparison of whole days. */
const monthUpToToday = ({ month_to_date: month, today }: Balance['spend']): bigint | null => {
  const [all, part] = [parseMicros(month), parseMicros(today)]
  return all === null || part === null ? null : all - part
}

function BalanceFigures({ money, hasSums }: { money: Balance; hasSums: boolean }) {
  const now = useNow()
  const zone = useZone()
  const yesterday = useSpend(yesterdaySoFar(now), hasSums)
  const monthBefore = useSpend(monthBeforeSoFar(now), hasSums)
  const reservedNote = useReservedNote(money.reserved)
  const { currency, spend } = money
  const { month, before } = monthNames(now)
  const monthSoFar = monthUpToToday(spend)
  const onMonth = monthSoFar === null || monthBefore === null ? null : formatChange(monthSoFar, monthBefore)
  const runway = balanceRunway(money, { now, zone })
  const daily = perDay(spend.last_30_days, defaultDays)
  // The service counts these days in UTC, which is shown if the page uses another zone.
  const days = wallClock(now, zone) === now ? '' : ', UTC'
  const today = dayIn(now, zone)
  const sum = (amount: string) => <Cost amount={amount} currency={currency} sum />
  return (
    <dl className="figures" aria-label="Balance">
      <BalanceFigure name="Available" words={`Balance ${formatSum(money.balance, currency)}`}>
        {sum(money.available)}
      </BalanceFigure>
      <BalanceFigure name="Reserved" to={runsPath({ time: 'any', status: openStatuses })} words={reservedNote}>
        {sum(money.reserved)}
      </BalanceFigure>
      <BalanceFigure
        name={`Today${days}`}
        to={runsPath({ started_at: today })}
        words={changeWords(spend.today, yesterday, 'vs this time yesterday')}
      >
        {sum(spend.today)}
      </BalanceFigure>
      <BalanceFigure
        name={`${month}${days}`}
        to={runsPath({ started_at__gte: `${today.slice(0, 7)}-01` })}
        words={onMonth === null ? '' : `${onMonth} vs ${before}`}
      >
        {sum(spend.month_to_date)}
      </BalanceFigure>
      <BalanceFigure
        name={`${defaultDays} days${days}`}
        to={runsPath()}
        words={daily === null ? '' : `${formatSum(daily, currency)} a day`}
      >
        {sum(spend.last_30_days)}
      </BalanceFigure>
      <BalanceFigure name="Runs out" words={runway.words}>
        {runway.value}
      </BalanceFigure>
    </dl>
  )
}

/** Why the balance, the runs and the statement may differ. */
function DateBasisNote() {
  const hasTrials = useExtension('tool_try')
  return (
    <p className="border-b border-line px-5 py-2 text-xs text-text-2 max-lg:px-4">
      <Link className="link" to={runsPath()}>
        Runs
      </Link>{' '}
      are listed by start date, the{' '}
      <Link className="link" to={paths.statement}>
        statement
      </Link>{' '}
      counts them by booking date.{hasTrials && ' The figures above include tool tests.'}
    </p>
  )
}

/**
 * Balance, spend and runway, as given by the service.
 * @param hasSums whether the service sums runs, which comparisons need
 */
export function BalanceStrip({ hasSums }: { hasSums: boolean }) {
  const { data, error, refetch } = useQuery(q(balanceApi.read, {}))
  const hasStatement = useExtension('ledger')
  return (
    <>
      {error !== null && (
        <div className="border-b border-line px-5 py-4 empty:hidden max-lg:px-4">
          <LoadNote what="The balance" error={error} onRetry={() => void refetch()} isStale={data !== undefined} />
        </div>
      )}
      {data !== undefined ? <BalanceFigures money={data} hasSums={hasSums} /> : error === null && <FiguresSkeleton />}
      {(data !== undefined || error === null) && hasStatement && <DateBasisNote />}
    </>
  )
}
