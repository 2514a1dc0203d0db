import { failedRunStatuses } from '#contract/values/run-status.ts'
import { formatCount } from '#lib/count.ts'
import { formatChange } from '#lib/format-share.ts'
import { Cost } from '#parts/display/cost.tsx'
import { failedShare } from '#parts/runs/failed-share.ts'
import { costChange, unknownCostWords } from '#parts/runs/run-sum-words.ts'
import { runsPath } from '#ui/paths.ts'
import { BalanceFigure } from './balance-figure.tsx'
import type { PeriodCosts } from './use-period-costs.ts'

const names = ['Cost', 'Runs', 'Failed']

/** Cost, number and failures of the runs of the period, each a link to them, with the change to the period before. */
export function PeriodFigures({ costs, comparedWords }: { costs: PeriodCosts; comparedWords: string }) {
  const { summary, before, filter } = costs
  const { data } = summary
  if (data === undefined)
    return summary.error === null ? (
      <dl className="figures" aria-label="Period" aria-busy="true">
        {names.map((name) => (
          <BalanceFigure key={name} name={name} words="">
            <span className="skeleton my-2.5 w-20" />
          </BalanceFigure>
        ))}
      </dl>
    ) : null
  const { totals, previous, currency } = data
  const [share, shareBefore] = [failedShare(totals), previous === null ? '' : failedShare(previous)]
  const earlier = before.data?.totals
  const changeWords = (change: string | null): string => (change === null ? '' : `${change} vs ${comparedWords}`)
  return (
    <dl className="figures" aria-label="Period">
      <BalanceFigure
        name="Cost"
        to={runsPath({ ...filter, ordering: '-cost' })}
        words={unknownCostWords(totals) || changeWords(earlier === undefined ? null : costChange(totals, earlier))}
      >
        <Cost amount={totals.cost} currency={currency} sum />
      </BalanceFigure>
      <BalanceFigure
        name="Runs"
        to={runsPath(filter)}
        words={changeWords(earlier === undefined ? null : formatChange(BigInt(totals.count), BigInt(earlier.count)))}
      >
        {totals.count_is === 'about' && 'about '}
        {formatCount(totals.count)}
      </BalanceFigure>
      <BalanceFigure
        name="Failed"
        to={runsPath({ ...filter, status: failedRunStatuses.join(',') })}
        words={
          share !== '' && (
            <>
              {share} of ended runs
              {shareBefore !== '' && <span className="max-sm:hidden">, {shareBefore} before</span>}
            </>
          )
        }
      >
        {formatCount(totals.failed)}
      </BalanceFigure>
    </dl>
  )
}
