import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { q } from '#api/query/query.ts'
import { run as runApi } from '#contract/billing.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import type { RunEffects } from '#flow-data/questions/ask-run-effects.ts'
import { formatSum } from '#lib/money/format-money.ts'
import { averageCost, costWords, sendWords, startWords, testWords } from './run-effects-words.ts'

/** Number of runs whose costs are averaged. */
const averagedRuns = 10

/** What a run of the flow sends, starts and costs; empty if it does nothing of this. */
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
  const costs = costWords(effects)
  const money = average === null ? '' : `about ${formatSum(average, flow.currency)} a run lately`
  const rows = [
    { name: 'Sends', words: sendWords(effects, flow) },
    { name: 'Starts', words: startWords(effects) },
    { name: 'Costs', words: costs === '' || money === '' ? costs : `${costs}, ${money}` },
  ].filter(({ words }) => words !== '')
  const ofTest = isTest ? testWords(effects) : ''
  if (rows.length === 0) return null
  return (
    <div className="grid gap-1">
      <dl className="facts">
        {rows.map(({ name, words }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </Fragment>
        ))}
      </dl>
      {ofTest !== '' && <p className="text-xs text-text-2">{ofTest}</p>}
    </div>
  )
}
