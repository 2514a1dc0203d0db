/** Accepts a run: checks the request, then writes the row, credit reservation and queue entry. */
import type pg from 'pg'
import { newId } from '#lib/id.ts'
import { Fault, notFound } from '#server/base/fault.ts'
import {
  depthOfRun,
  hasCredit,
  insertRun,
  markRetried,
  readStartData,
  reuseSteps,
  runOfSource,
  deleteQueuedWork,
  type NewRun,
  type AccountUsage,
  defaultReserve,
} from '#server/store/engine/engine-run.ts'
import { versionToRun, type PreparedFlow } from './ready-flows.ts'
import type { Queue } from '#server/engine/queue/queue.ts'
import type { StartWrite, StartRequest } from '#server/engine/engine.ts'
import { budgetReached, budgetReachedMessage } from '#server/engine/upkeep/budget-enforcement.ts'
import { reachedBudget } from '#server/store/engine/engine-budget.ts'
import { checkInputSchema, isValidated, type InputCheckParts } from './validate-input.ts'
import { checkFlow, checkInput, notReady, triggerOf } from './start-node.ts'

/** Maximum queued runs per account. More runs suggest a caller that ignores responses. */
export const maxQueued = 10_000
/** Retry-After in seconds: some hundred runs are processed in this time. */
const retryAfter = 5
/** Maximum nesting of flows that start flows; a deeper nesting is probably a cycle. */
const maxDepth = 10
export interface AcceptedRun {
  runId: string
  isNew: boolean
  flowId: string
  conversationId: string | null
  /** True if the run was recorded as blocked, and has already ended. */
  isBlocked: boolean
}

export interface AcceptParts extends InputCheckParts {
  queue: Queue
  now: () => Date
  maxQueued: number
  /** Called when a budget refuses a start. */
  onBudgetReached: (account: string) => void
}

const isManual = ({ trigger }: StartRequest): boolean => trigger === 'manual' || trigger === 'retry'

/** Refusal without credit: thrown for manual starts, recorded as a blocked run for automatic ones. */
function refusalOf(usage: AccountUsage, request: StartRequest): NewRun['refused'] {
  if (hasCredit(usage)) return null
  const message = 'No credit is left. Add credit, then run the flow again.'
  if (isManual(request)) throw new Fault('insufficient_balance', message)
  return { code: 'insufficient_balance', message }
}

/** Like `refusalOf`, for a budget that is used up. */
async function budgetRefusalOf(
  { now, onBudgetReached }: AcceptParts,
  db: pg.ClientBase,
  request: StartRequest,
  flow: PreparedFlow,
): Promise<NewRun['refused']> {
  const budget = await reachedBudget(db, request.account, { flow: request.flowId, now: now() })
  if (budget === null) return null
  onBudgetReached(request.account)
  const message = budgetReachedMessage(budget, now())
  if (isManual(request)) throw notReady(message, flow)
  return { code: budgetReached, message: `${message} Retry the run once the flow is active.` }
}

/** 429 if too many runs are queued; 402 or a blocked run without credit. */
function admit(usage: AccountUsage, request: StartRequest, queueLimit: number): NewRun['refused'] {
  if (usage.queued >= queueLimit)
    throw new Fault('throttled', `${queueLimit} runs are already waiting to start. Try again in ${retryAfter} s.`, {
      headers: { 'retry-after': String(retryAfter) },
    })
  return refusalOf(usage, request)
}

const newRun = (
  { account, trigger, isTest, input, conversation, channel, parent, retryOf, sourceKey }: StartRequest,
  flow: PreparedFlow & { version: number },
  triggerNodeId: string,
  at: Date,
): Omit<NewRun, 'refused'> => ({
  account,
  id: newId('run', at.getTime()),
  flow: { id: flow.id, name: flow.name, version: flow.version },
  trigger,
  triggerNodeId,
  isTest,
  input,
  conversation: conversation ?? null,
  channel: channel ?? null,
  parent: parent ?? null,
  retryOf: retryOf?.runId ?? null,
  attempt: retryOf ? retryOf.attempt + 1 : 1,
  sourceKey,
  reserved: defaultReserve,
  at,
})

/**
 * Waits for all promises, then throws the first failure. Without waiting, the rest would continue outside of the
 * aborted transaction.
 */
async function settleAll(work: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(work)) if (one.status === 'rejected') throw one.reason
}

/** Stores the run, its queue entry and the caller's writes concurrently. Null if the source key already has a run. */
async function storeRun(
  { queue }: AcceptParts,
  db: pg.ClientBase,
  run: NewRun,
  { request, alongside }: { request: StartRequest; alongside: StartWrite },
): Promise<AcceptedRun | null> {
  const { account, id, refused } = run
  const job = { account, run: id, segment: 0 }
  const inserting = insertRun(db, run)
  const enqueuing = refused ? Promise.resolve() : queue.enqueue(db, job)
  const writing = inserting.then((isNew) => (isNew ? alongside({ runId: id, isNew }) : undefined))
  await settleAll([inserting, enqueuing, writing])
  if (!(await inserting)) {
    if (!refused) await deleteQueuedWork(db, queue.nameOf(job))
    return null
  }
  const { retryOf } = request
  if (retryOf) await markRetried(db, account, retryOf.runId, id)
  if (retryOf?.from === 'failed') await reuseSteps(db, account, retryOf.runId, id)
  return { ...runIdsOf(request), runId: id, isNew: true, isBlocked: refused !== null }
}

const runIdsOf = ({ flowId, conversation }: StartRequest) => ({ flowId, conversationId: conversation?.id ?? null })

/** Accepts a run within an open transaction. Faults as in `Engine.start`. */
export async function acceptRun(
  parts: AcceptParts,
  db: pg.ClientBase,
  request: StartRequest,
  alongside: StartWrite = async () => {},
): Promise<AcceptedRun> {
  const { flows, sandbox, now, maxQueued: queueLimit } = parts
  const { account, flowId, sourceKey, parent } = request
  const repeatedStart = async (runId: string): Promise<AcceptedRun> => {
    await alongside({ runId, isNew: false })
    return { ...runIdsOf(request), runId, isNew: false, isBlocked: false }
  }
  const knownVersion = flows.cachedVersion(account, flowId)
  const { earlier, usage, flow: found } = await readStartData(db, { account, flow: flowId, knownVersion, sourceKey })
  if (earlier !== null) return repeatedStart(earlier)
  checkInput(request)
  if (!found) throw notFound('flow')
  const flow = await versionToRun(flows, db, request, flows.prepare(account, flowId, found))
  const ofBudget = usage.hasPausingBudget ? await budgetRefusalOf(parts, db, request, flow) : null
  // Automatic starts of a flow that a budget paused are recorded, to be retried; those of a schedule recur.
  if (ofBudget === null || !found.isPausedByBudget || request.trigger === 'schedule') checkFlow(flow, request)
  const trigger = await triggerOf(db, flow, request)
  // Without a call of `Engine.validateInput`, the input is validated within the transaction, which may take seconds.
  if (!isValidated(request, flow, trigger)) await checkInputSchema(sandbox, request, trigger)
  if (parent && (await depthOfRun(db, account, parent.runId, maxDepth)) >= maxDepth)
    throw notReady(`Flows start each other more than ${maxDepth} levels deep. Check for a cycle.`, flow)
  const refused = admit(usage, request, queueLimit) ?? ofBudget
  const run = { ...newRun(request, flow, trigger.id, now()), refused }
  const accepted = await storeRun(parts, db, run, { request, alongside })
  if (accepted) return accepted
  const existing = sourceKey === null ? null : await runOfSource(db, account, sourceKey)
  if (existing === null) throw new Error('The run with this source key was deleted.')
  return repeatedStart(existing)
}
