import { useQuery } from '@tanstack/react-query'
import { useExtension, useLacks } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { balance as balanceApi, type Balance } from '#contract/billing.ts'
import { budget as budgetApi, type Budget } from '#contract/budget.ts'
import { formatSum } from '#lib/money/format-money.ts'
import { parseMicros } from '#lib/money/money.ts'
import { Cost } from '#parts/display/cost.tsx'
import { balanceRunway } from '#parts/display/balance-runway.ts'
import { useZone } from '#parts/display/zone.ts'
import { useNow } from '#ui/browser/now.ts'
import { paths } from '#ui/paths.ts'
import { Section } from './section.tsx'

/** The monthly budget for all flows; null if there is none, undefined while it is not known. */
function useMonthBudget(): Budget | null | undefined {
  const hasBudgets = useExtension('budgets')
  const { data, isLoading, failureCount } = useQuery({ ...q(budgetApi.list, {}), enabled: hasBudgets })
  if (isLoading && failureCount === 0) return undefined
  return data?.results.find(({ flow, period }) => flow === null && period === 'monthly') ?? null
}

/** An amount in percent of another, 0–100. */
function percentOf(part: string, whole: string): number {
  const [a, b] = [parseMicros(part), parseMicros(whole)]
  return a === null || b === null || b <= 0n ? 0 : Math.min(100, Number((a * 1000n) / b) / 10)
}

function BudgetBar({ budget: { amount, currency, state } }: { budget: Budget }) {
  const spent = percentOf(state.spent, amount)
  const projected = Math.max(0, percentOf(state.projected, amount) - spent)
  return (
    <div>
      <div className="budget-bar" aria-hidden="true">
        <i style={{ width: `${spent}%` }} />
        <i className="projected" style={{ width: `${projected}%` }} />
      </div>
      <p className="flex flex-wrap justify-between gap-x-3 text-xs text-text-2">
        <span>
          {state.share.toLocaleString()}% of {formatSum(amount, currency)} used
        </span>
        <span>Forecast {formatSum(state.projected, currency)}</span>
      </p>
    </div>
  )
}

function SpendFigures({ money, budget }: { money: Balance; budget: Budget | null }) {
  const now = useNow()
  const zone = useZone()
  const runway = balanceRunway(money, { now, zone })
  const { currency, spend } = money
  return (
    <>
      <dl className="today-figures">
        <div>
          <dt>Today</dt>
          <dd>
            <Cost amount={spend.today} currency={currency} sum />
          </dd>
        </div>
        <div>
          <dt>This month</dt>
          <dd>
            <Cost amount={spend.month_to_date} currency={currency} sum />
          </dd>
        </div>
        <div>
          <dt>Available</dt>
          <dd>
            <Cost amount={money.available} currency={currency} sum />
          </dd>
          <dd className="words">{runway.value === '—' ? runway.words : `runs out ${runway.value}`}</dd>
        </div>
      </dl>
      {budget !== null && <BudgetBar budget={budget} />}
    </>
  )
}

/** What was spent, and what is left. Left out if the service does not say; the problems report an error. */
export function SpendSection() {
  const enabled = !useLacks('balance.read')
  const { data, isLoading } = useQuery({ ...q(balanceApi.read, {}), enabled })
  const budget = useMonthBudget()
  if (data === undefined && !isLoading) return null
  return (
    <Section title="Spend" all={{ label: 'Billing', path: paths.billing }}>
      {data === undefined || budget === undefined ? (
        // The place of the figures, so that what is below does not move.
        <div className="h-[101px]" />
      ) : (
        <SpendFigures money={data} budget={budget} />
      )}
    </Section>
  )
}
