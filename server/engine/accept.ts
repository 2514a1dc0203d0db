/** Accepting a run: what keeps it from starting, its row, what is set aside for it, and its place in the queue. */
import type pg from 'pg'
import type { Node } from '#contract/flow.ts'
import { newId } from '#lib/id.ts'
import { depthOf, textOf } from '#lib/json.ts'
import { Fault, invalid, notFound } from '#server/fault.ts'
import { readBoundChannels } from '#server/store/engine-bound.ts'
import {
  depthOfRun,
  insertRun,
  readStanding,
  reuseSteps,
  runOfSource,
  type NewRun,
  type Standing,
} from '#server/store/engine-run.ts'
import type { Flows, ReadyFlow } from './flows.ts'
import type { Queue } from './queue.ts'
import type { StartRequest } from './engine.ts'

/** Set aside for a run while it moves: about what a short one costs. Micros. */
const reservePerRun = 10_000n
/** Runs of one account that may wait in the queue. More than that is a caller who does not look at the answers. */
export const maxQueued = 10_000
/** Seconds after which a caller who was refused may ask again: some hundred runs have moved by then. */
const retryAfter = 5
/** Flows that start flows that start flows: more is a circle. */
const maxDepth = 10
/** Characters of JSON that a run may begin with. */
const maxInput = 1_000_000
/** JSON nested deeper than this is refused everywhere (API.md §1). */
export const maxDepthOfJson = 64

export interface Accepted {
  runId: string
  isNew: boolean
  flowId: string
  conversationId: string | null
  /** It ended as it began. */
  isBlocked: boolean
}

export interface AcceptParts {
  flows: Flows
  queue: Queue
  now: () => Date
  maxQueued: number
}

const notReady = (detail: string, flow?: ReadyFlow) =>
  new Fault('not_ready', detail, { more: { validation: flow?.problems ?? [] } })

const kindOfTrigger = (node: Node) => textOf(node.config['kind']) || 'manual'

/** Which trigger a start comes in by. */
async function triggerOf(db: pg.ClientBase, flow: ReadyFlow, request: StartRequest): Promise<Node> {
  const all = flow.plan.starts.flatMap((id) => flow.plan.nodes.get(id) ?? []).filter((node) => !node.disabled)
  if (request.triggerNodeId !== null) {
    const named = all.find(({ id }) => id === request.triggerNodeId)
    if (!named) throw invalid('trigger', 'There is no trigger with this id that is switched on.')
    return named
  }
  const [only, ...others] = all
  if (!only) throw notReady('This flow has no trigger that is switched on.', flow)
  if (request.trigger === 'manual' || request.trigger === 'subflow' || request.trigger === 'retry') {
    const manual = all.filter((node) => kindOfTrigger(node) === 'manual')
    const [first, second] = others.length === 0 ? [only] : manual
    if (first && !second) return first
    if (request.trigger === 'subflow' && first) return first
    throw invalid('trigger', 'This flow has several triggers. Say which one.')
  }
  const bound = await readBoundChannels(db, request.account, flow.id)
  const fits = all.find((node) => {
    if (kindOfTrigger(node) !== request.trigger) return false
    const channel = textOf(node.config['channel'])
    return channel === '' || !request.channel || (bound.get(channel) ?? channel) === request.channel.id
  })
  if (!fits) throw notReady(`This flow has no trigger for what comes in by “${request.trigger}”.`, flow)
  return fits
}

function checkFlow(flow: ReadyFlow, request: StartRequest): void {
  if (flow.status === 'archived') throw notReady('This flow is archived. Bring it back first.', flow)
  if (flow.status !== 'active' && !request.isTest)
    throw notReady('This flow is not active. Activate it, or start it as a test.', flow)
  const [first] = flow.problems
  if (first) throw notReady(first.message, flow)
}

/** Whoever starts by hand is told; what comes in by itself is written down as a run that could not begin. */
function refusalOf(standing: Standing, request: StartRequest): NewRun['refused'] {
  if (standing.balance - standing.reserved > 0n) return null
  const message = 'There is no credit left. Add credit, then run it again.'
  const byHand = request.trigger === 'manual' || request.trigger === 'retry'
  if (byHand) throw new Fault('insufficient_balance', message)
  return { code: 'insufficient_balance', message }
}

function checkInput(request: StartRequest): void {
  if (depthOf(request.input) > maxDepthOfJson)
    throw invalid('input', `This is nested deeper than ${maxDepthOfJson} levels.`)
  if (JSON.stringify(request.input).length > maxInput)
    throw new Fault('too_large', `A run takes at most ${maxInput} characters of input.`)
}

/** 429 where too many wait, 402 or a run that cannot begin where there is no credit. */
async function admit(db: pg.ClientBase, request: StartRequest, most: number): Promise<NewRun['refused']> {
  const standing = await readStanding(db, request.account)
  if (standing.queued >= most)
    throw new Fault('throttled', `${most} runs are waiting to start already. Try again later.`, {
      headers: { 'retry-after': String(retryAfter) },
    })
  return refusalOf(standing, request)
}

const newRun = (
  { account, trigger, isTest, input, conversation, channel, parent, retryOf, sourceKey }: StartRequest,
  flow: ReadyFlow & { version: number },
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
  reserved: reservePerRun,
  at,
})

/** Within an open transaction. Faults as `Engine.start` says. */
export async function accept(
  { flows, queue, now, maxQueued: most }: AcceptParts,
  db: pg.ClientBase,
  request: StartRequest,
): Promise<Accepted> {
  const { account, flowId, sourceKey, parent } = request
  const facts = { flowId, conversationId: request.conversation?.id ?? null }
  const earlier = async () => (sourceKey === null ? null : runOfSource(db, account, sourceKey))
  const first = await earlier()
  if (first !== null) return { ...facts, runId: first, isNew: false, isBlocked: false }
  checkInput(request)
  const flow = await flows.read(db, account, flowId)
  if (!flow) throw notFound('flow')
  checkFlow(flow, request)
  const trigger = await triggerOf(db, flow, request)
  if (parent && (await depthOfRun(db, account, parent.runId, maxDepth)) >= maxDepth)
    throw notReady(`Flows start each other more than ${maxDepth} deep here.`, flow)
  const refused = await admit(db, request, most)
  const run = newRun(request, flow, trigger.id, now())
  if (!(await insertRun(db, { ...run, refused }))) {
    const other = await earlier()
    if (other === null) throw new Error('A run with this source was there and is gone.')
    return { ...facts, runId: other, isNew: false, isBlocked: false }
  }
  if (request.retryOf?.from === 'failed') await reuseSteps(db, account, request.retryOf.runId, run.id)
  if (!refused) await queue.enqueue(db, { account, run: run.id, segment: 0 })
  return { ...facts, runId: run.id, isNew: true, isBlocked: refused !== null }
}
