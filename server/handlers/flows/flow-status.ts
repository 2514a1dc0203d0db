/** Handlers of flow status and labels: activate, pause, archive, duplicate, tags, bindings. */
import { maxName } from '#contract/kernel/limits.ts'
import { flow, type Finding, type FlowStatus } from '#contract/flow.ts'
import { isForeignStepCode } from '#flow/health/finding-codes.ts'
import { verdictAdvice, verdictOf, verdictSentence } from '#flow/health/verdict.ts'
import { cutText } from '#lib/text/text.ts'
import { Fault } from '#server/base/fault.ts'
import { chooseBindings } from '#server/store/flows/set-bindings.ts'
import { assignChannels } from '#server/store/channels/channel-start.ts'
import { changeFlow, type StoredFlow } from '#server/store/flows/flow.ts'
import { budgetReachedMessage } from '#server/engine/upkeep/budget-enforcement.ts'
import { reachedBudget } from '#server/store/engine/engine-budget.ts'
import { refuseToken } from '#server/base/secrets.ts'
import { Scope } from '#server/store/db/scope.ts'
import { flowReply, makeFlow, needFlow, prepareFlow, flowStatusEffects } from './flow.ts'
import { handler, type Context, type Handler } from '#server/protocol/handler.ts'

/** Changes the status of a flow unless `allow` throws. The transaction locks the flow. */
async function changeStatus(context: Context, id: string, status: FlowStatus, allow: (found: StoredFlow) => void) {
  const found = await needFlow(context, id)
  if (found.facts.status === status) return flowReply(context, found)
  allow(found)
  await changeFlow(context.scope, id, { status })
  if (status === 'active') await assignChannels(context.scope, id, context.services.now())
  return flowReply(context, await needFlow(context, id))
}

/** Refuses to activate a flow whose budget is used up. */
async function refuseOverBudget({ services: { database, now }, scope: { account } }: Context, id: string) {
  const budget = await reachedBudget(database.pool, account, { flow: id, now: now() })
  if (budget === null) return
  const advice = 'Raise the budget, or let it only warn.'
  throw new Fault('not_ready', `${budgetReachedMessage(budget, now())} ${advice}`, { more: { validation: [] } })
}

/**
 * Problems that prevent a flow from running, in addition to its validation. To be called before the transaction,
 * because the checks may be slow. `text`: a document that is not live yet.
 */
export async function problemsOf(
  { services: { engine, database }, scope }: Context,
  id: string,
  text: string | null = null,
): Promise<Finding[]> {
  const found = engine ? await engine.checkFlow(new Scope(database.db, scope.account), id, text) : []
  return found.map(({ nodeId, code, message }) => ({
    level: 'error' as const,
    code,
    message,
    ...(nodeId === null ? {} : { node_id: nodeId }),
  }))
}

/** 409 with all findings if a flow could not run. `problems`: those that the engine found, if it was asked. */
export function refuseUnready({ facts: { validation: known }, lint }: StoredFlow, problems: Finding[] | null): void {
  // The engine's findings about foreign steps replace the stored ones.
  const others = problems === null ? known : known.filter(({ code }) => !isForeignStepCode(code))
  const validation = [...others, ...(problems ?? [])]
  if (validation.every(({ level }) => level !== 'error')) return
  const verdict = verdictOf(validation, lint)
  throw new Fault('not_ready', `${verdictSentence(verdict)} ${verdictAdvice(verdict)}`, { more: { validation } })
}

const activate = handler(
  flow.activate,
  async (context, { params }) => {
    if (context.services.engine !== null) await refuseOverBudget(context, params.id)
    const problems = context.services.engine === null ? null : await problemsOf(context, params.id)
    const reply = await changeStatus(context, params.id, 'active', (found) => refuseUnready(found, problems))
    return { ...reply, after: flowStatusEffects(context, params.id) }
  },
  { before: prepareFlow },
)

const pause = handler(
  flow.pause,
  async (context, { params }) => {
    const reply = await changeStatus(context, params.id, 'paused', ({ facts }) => {
      // An unarchived flow is paused: it starts nothing until it is activated.
      if (facts.status === 'active' || facts.status === 'archived') return
      throw new Fault('not_ready', 'A draft cannot be paused, because it starts no runs.', {
        more: { validation: facts.validation },
      })
    })
    return { ...reply, after: flowStatusEffects(context, params.id) }
  },
  { before: prepareFlow },
)

const archive = handler(
  flow.archive,
  async (context, { params }) => {
    const reply = await changeStatus(context, params.id, 'archived', () => {})
    return { ...reply, after: flowStatusEffects(context, params.id) }
  },
  { before: prepareFlow },
)

const copyOf = (name: string): string => {
  const ending = ' (copy)'
  return cutText(name, maxName - ending.length) + ending
}

const duplicate = handler(
  flow.duplicate,
  async (context, { params, body }) => {
    refuseToken('name', body.name)
    const { facts, document, bindings } = await needFlow(context, params.id)
    const { description, tags, node_count: nodeCount, edge_count: edgeCount, trigger_types: triggerTypes } = facts
    const made = {
      name: body.name ?? copyOf(facts.name),
      description,
      tags,
      content: { copyOf: params.id },
      counts: { nodeCount, edgeCount, triggerTypes },
      uses: { bindings },
    }
    const lint = await context.services.flowLint.getOrLint(context.scope, document)
    return flowReply(context, await makeFlow(context, made, { document, lint }))
  },
  { before: prepareFlow },
)

const tag = handler(
  flow.tag,
  async (context, { params, body }) => {
    for (const text of body.tags) refuseToken('tags', text)
    await changeFlow(context.scope, params.id, { tags: body.tags })
    return flowReply(context, await needFlow(context, params.id))
  },
  { before: prepareFlow },
)

const bind = handler(
  flow.bind,
  async (context, { params, body }) => {
    await chooseBindings(context.scope, params.id, body, context.services.now())
    return flowReply(context, await needFlow(context, params.id))
  },
  { before: prepareFlow },
)

export const flowStatusHandlers: Handler[] = [activate, pause, archive, duplicate, tag, bind]
