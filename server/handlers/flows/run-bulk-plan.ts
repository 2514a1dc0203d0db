/** What a bulk action would do: the runs, the steps at which they start, their cost and their effects. */
import type { RunBulkPlan } from '#contract/run-work.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'
import { runEffects } from '#server/engine/bulk/run-effects.ts'
import type { Context } from '#server/protocol/handler.ts'
import { costSince } from '#server/store/flows/flow-fields.ts'
import { readBalance } from '#server/store/money/billing.ts'
import { listBudgets } from '#server/store/money/budget.ts'
import { meanCosts, readFlowWithMethods, unfinishedSteps } from '#server/store/runs/run-bulk-selection.ts'
import { bulkRuns, type BulkRun, type BulkSelection } from './bulk-selection.ts'

type Start = RunBulkPlan['starts'][number]

const countBy = <T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const one of list) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

const isSimulated = ({ isSampleFlow }: BulkRun): boolean => isSampleFlow === true

function skippedOf(runs: readonly BulkRun[]): RunBulkPlan['skipped'] {
  const leftOut = runs.filter(({ obstacle }) => obstacle !== null)
  return [...countBy(leftOut, ({ obstacle }) => obstacle ?? '')]
    .map(([reason, { length }]) => ({ reason, count: length }))
    .toSorted((a, b) => b.count - a.count)
}

/** Steps at which the retries start, and the effects of the steps from there on. */
async function startsOf(
  { scope }: Context,
  runs: readonly BulkRun[],
  from: 'failed' | 'start',
): Promise<Pick<RunBulkPlan, 'starts' | 'messages' | 'requests' | 'flows'>> {
  // Retries of sample runs start at the trigger.
  const isWhole = ({ sample }: BulkRun) => from === 'start' || sample
  const withoutStep = runs.filter((one) => !isWhole(one) && one.errorNodeId === null)
  const steps = await unfinishedSteps(
    scope,
    withoutStep.map(({ id }) => id),
  )
  const stepOf = (one: BulkRun) => (isWhole(one) ? null : (one.errorNodeId ?? steps.get(one.id) ?? null))
  const starts: Start[] = []
  const sums = { messages: 0, requests: 0, flows: 0 }
  for (const ofFlow of countBy(runs, ({ flowId }) => flowId).values()) {
    const [first] = ofFlow
    if (!first) continue
    const found = await readFlowWithMethods(scope, first.flowId)
    for (const group of countBy(ofFlow, (one) => stepOf(one) ?? '').values()) {
      const id = group[0] ? stepOf(group[0]) : null
      const name = found?.document.nodes.find((node) => node.id === id)?.name
      const node = id === null ? null : { id, name: name || id }
      starts.push({ flow: { id: first.flowId, name: first.flowName }, node, count: group.length })
      if (!found || isSimulated(first)) continue
      const effects = runEffects(found.document, id, found.methods)
      sums.messages += effects.messages * group.length
      sums.requests += effects.requests * group.length
      sums.flows += effects.flows * group.length
    }
  }
  return { starts: starts.toSorted((a, b) => b.count - a.count), ...sums }
}

/** Expected cost in micros; null if no run of these flows succeeded lately. */
async function costOf({ scope, services }: Context, all: readonly BulkRun[]): Promise<bigint | null> {
  const runs = all.filter((one) => !isSimulated(one))
  if (runs.length === 0 && all.length > 0) return 0n
  const means = await meanCosts(scope, [...new Set(runs.map(({ flowId }) => flowId))], costSince(services.now()))
  return means.size === 0 ? null : runs.reduce((sum, { flowId }) => sum + (means.get(flowId) ?? 0n), 0n)
}

async function budgetsOf({ scope, services }: Context, runs: readonly BulkRun[]): Promise<RunBulkPlan['budgets']> {
  const flows = new Set(runs.map(({ flowId }) => flowId))
  const budgets = await listBudgets(scope, services.now())
  return budgets
    .filter(({ flow }) => flow === null || flows.has(flow.id))
    .map(({ id, flow, amount, state }) => {
      const left = (parseMicros(amount) ?? 0n) - (parseMicros(state.spent) ?? 0n)
      return { id, flow, remaining: formatMicros(left > 0n ? left : 0n) }
    })
}

export async function planBulk(
  context: Context,
  selection: BulkSelection & { from?: 'failed' | 'start' | undefined },
): Promise<RunBulkPlan> {
  const runs = await bulkRuns(context, selection)
  const chosen = runs.filter(({ obstacle }) => obstacle === null)
  const retried = selection.action === 'retry' ? chosen : []
  const { currency, available } = await readBalance(context.scope, context.services.now())
  const cost = await costOf(context, retried)
  return {
    currency,
    matched: runs.length,
    count: chosen.length,
    skipped: skippedOf(runs),
    permanent: runs.filter(({ isPermanent }) => isPermanent).length,
    simulated: retried.filter(isSimulated).length,
    ...(await startsOf(context, retried, selection.from ?? 'failed')),
    cost: cost === null ? null : formatMicros(cost),
    available,
    budgets: await budgetsOf(context, retried),
  }
}
