import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useExtension, useLacks } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { run as runApi, type RunSummary } from '#contract/billing.ts'
import type { RunReasons } from '#contract/run-work.ts'
import { count, formatCount } from '#lib/count.ts'
import { Cost } from '#parts/display/cost.tsx'
import { useZone } from '#parts/display/zone.ts'
import { filterParams, type Filters } from '#parts/filters/rules.ts'
import { failedShare } from '#parts/runs/failed-share.ts'
import { failedWords, previousPeriodWords } from '#parts/runs/run-sum-words.ts'
import { knownCost } from './reason-groups.ts'
import { isByOutcome, isOutcomeField } from '#pages/runs/run-list-view.ts'

const titleCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** All runs of the filter, whatever their outcome, and those of the previous period. */
function useAllRuns(filters: Filters) {
  const tz = useZone()
  const hasDetail = useExtension('run_detail')
  const hasSums = !useLacks('run.summary')
  const rules = filters.rules.filter((rule) => !isOutcomeField(rule.field.name))
  return useQuery({
    ...q(runApi.summary, { tz, filters: filterParams(rules) }),
    placeholderData: keepPreviousData,
    enabled: hasDetail && hasSums,
    // Only an addition to the reasons.
    retry: false,
  }).data
}

/** "2,604 of 288,911 runs failed or timed out, 0.9%" and "8 blocked". */
function FailureSums({ runs, totals }: { runs: number; totals: RunSummary['totals'] }) {
  const blocked = runs - totals.failed
  return (
    <>
      <span>
        <b>{formatCount(totals.failed)}</b> of {totals.count_is === 'about' && 'about '}
        {count(totals.count, 'run')} failed or timed out, <b>{failedShare(totals)}</b>
      </span>
      {blocked > 0 && (
        <span>
          <b>{formatCount(blocked)}</b> blocked
        </span>
      )}
    </>
  )
}

/** The sums of the reasons: with the share of failures, unless the runs were chosen by their outcome. */
export function ReasonSums({ data, filters }: { data: RunReasons; filters: Filters }) {
  const all = useAllRuns(filters)
  const { results, other, currency } = data
  const runs = results.reduce((sum, reason) => sum + reason.count, other?.count ?? 0)
  const retried = results.reduce((sum, reason) => sum + reason.retried, 0)
  const cost = knownCost(other === null ? results : [...results, other])
  const reasons = results.length + (other?.reasons ?? 0)
  const totals = all?.totals
  const before = all?.previous ?? null
  return (
    <p className="run-sums" role="status" aria-label="Sums of these runs">
      {totals !== undefined && totals.count > 0 && !isByOutcome(filters) ? (
        <FailureSums runs={runs} totals={totals} />
      ) : (
        <span>
          <b>{formatCount(runs)}</b> {runs === 1 ? 'run' : 'runs'} ended without success
        </span>
      )}
      {before !== null && failedWords(before) !== '' && (
        <span className="wide">
          {titleCase(previousPeriodWords(before))}: {failedWords(before)}
        </span>
      )}
      <span>
        <b>{formatCount(reasons)}</b> {reasons === 1 ? 'reason' : 'reasons'}
      </span>
      {cost !== '' && (
        <span className="wide">
          <b>
            <Cost amount={cost} currency={currency} sum />
          </b>{' '}
          spent on them
        </span>
      )}
      {retried > 0 && (
        <span className="wide">
          <b>{formatCount(retried)}</b> retried
        </span>
      )}
    </p>
  )
}
