import { useQuery } from '@tanstack/react-query'
import { q } from '#api/query/query.ts'
import { run as runApi } from '#contract/billing.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import type { RunEffects } from '#flow-data/questions/ask-run-effects.ts'
import { formatSum } from '#lib/money/format-money.ts'
import { averageCost, costWords, sendWords, testSends } from './run-effects-words.ts'

/** Number of runs whose costs are averaged. */
const averagedRuns = 10

/** What a run of the flow sends and costs; nothing if it does neither. */
export function RunEffectsList({
  flow,
  effects,
  isTest = false,
}: {
  flow: FlowHead
  effects: RunEffects
  isTest?: boolean
}) {
  const runs = useQuery(q(runApi.list, { ordering: '-started_at', limit: averagedRuns, filters: { flow: flow.id } }))
  const average = averageCost(runs.data?.results ?? [])
  const sends = sendWords(effects, flow)
  const costs = costWords(effects)
  const money = average === null ? '' : `about ${formatSum(average, flow.currency)} a run lately`
  if (sends === '' && costs === '') return null
  return (
    <div className="grid gap-1">
      <dl className="facts">
        {sends !== '' && (
          <>
            <dt>Sends</dt>
            <dd>{sends}</dd>
          </>
        )}
        {costs !== '' && (
          <>
            <dt>Costs</dt>
            <dd>{[costs, money].filter((part) => part !== '').join(', ')}</dd>
          </>
        )}
      </dl>
      {isTest && sends !== '' && (
        <p className="text-xs text-text-2">
          {testSends(effects)
            ? 'A test really sends this. Only replies are not sent.'
            : 'A test does not send replies.'}
        </p>
      )}
    </div>
  )
}
