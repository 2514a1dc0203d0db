/** Handlers of budgets. */
import { budget, type Budget } from '#contract/budget.ts'
import { parseMicros } from '#lib/money/money.ts'
import { Fault, invalid, notFound } from '#server/base/fault.ts'
import {
  changeBudget,
  createBudget,
  listBudgets,
  maxBudgets,
  nameOfFlow,
  readBudget,
  removeBudget,
  type BudgetFacts,
} from '#server/store/money/budget.ts'
import { etagOf } from '#server/protocol/etag.ts'
import { handler, type Context, type Handler, type Reply, defaultZone } from '#server/protocol/handler.ts'

/** Default thresholds in percent: an early warning, and when the budget is used up. */
const defaultThresholds = [80, 100]
async function needBudget({ scope, services }: Context, id: string): Promise<Budget> {
  const found = await readBudget(scope, id, services.now())
  if (!found) throw notFound('budget')
  return found
}

/** Pauses or resumes flows after a change. To be called after the commit. */
const enforceBudgets =
  ({ services: { engine }, scope: { account } }: Context) =>
  async (): Promise<void> =>
    engine?.enforceBudgets(account)

const replyOf = (found: Budget): Reply<Budget> => ({
  body: found,
  object: { id: found.id, name: found.flow?.name ?? 'all flows' },
  headers: {
    Location: `/api/billing/budget/${encodeURIComponent(found.id)}/`,
    ETag: etagOf(found.version, found),
  },
})

const amountOf = (text: string): bigint => {
  const micros = parseMicros(text)
  if (micros === null) throw invalid('amount', 'Use digits and a point: 250.00.')
  return micros
}

/** The flow with its name; 400 if it does not exist in this account. */
async function flowOf({ scope }: Context, id: string | null | undefined): Promise<BudgetFacts['flow']> {
  if (id === null || id === undefined) return null
  const name = await nameOfFlow(scope, id)
  if (name === null) throw invalid('flow', 'No flow has this id.')
  return { id, name }
}

const list = handler(budget.list, async ({ scope, services }, { query }) => {
  const all = await listBudgets(scope, services.now())
  return { body: { count: all.length, next: null, previous: null, results: all.slice(0, query.limit ?? maxBudgets) } }
})

const read = handler(budget.read, async (context, { params }) => {
  const found = await needBudget(context, params.id)
  return { body: found, headers: { ETag: etagOf(found.version, found) } }
})

const create = handler(budget.create, async (context, { body }) => {
  const facts: BudgetFacts = {
    flow: await flowOf(context, body.flow),
    period: body.period,
    zone: body.tz ?? defaultZone,
    amount: amountOf(body.amount),
    thresholds: body.thresholds ?? defaultThresholds,
    action: body.action ?? 'warn',
  }
  const id = await createBudget(context.scope, facts, context.services.now())
  if (id === null) throw new Fault('conflict', `The account has ${maxBudgets} budgets, the maximum. Delete one first.`)
  return { ...replyOf(await needBudget(context, id)), after: enforceBudgets(context) }
})

const edit = handler(budget.edit, async (context, { params, body }) => {
  const before = await needBudget(context, params.id)
  const facts: BudgetFacts = {
    flow: body.flow === undefined ? before.flow : await flowOf(context, body.flow),
    period: body.period ?? before.period,
    zone: body.tz ?? before.tz,
    amount: amountOf(body.amount ?? before.amount),
    thresholds: body.thresholds ?? before.thresholds,
    action: body.action ?? before.action ?? 'warn',
  }
  await changeBudget(context.scope, params.id, facts, context.services.now())
  return { ...replyOf(await needBudget(context, params.id)), after: enforceBudgets(context) }
})

const remove = handler(budget.remove, async (context, { params }) => {
  const found = await needBudget(context, params.id)
  await removeBudget(context.scope, params.id)
  return { body: null, object: { id: found.id, name: found.flow?.name ?? 'all flows' }, after: enforceBudgets(context) }
})

export const budgetHandlers: Handler[] = [list, create, read, edit, remove]
