/** Executes one attempt of a step, within a time limit, and returns its outcome. Writes nothing to the database. */
import type { Node } from '#contract/flow.ts'
import { isRecord, numberOf, type Json } from '#lib/json/json.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { Scope, type Executor } from '#server/store/db/scope.ts'
import type { DrivenRun } from '#server/store/engine/engine-run.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import { databaseErrorOf } from '#server/store/db/database-error.ts'
import type { EngineTools } from '#server/engine/engine-tools.ts'
import type { NodeRunner, StepContext, StepOutcome, Values } from '#server/engine/node.ts'
import { startClock, type StepClock } from './step-clock.ts'
import { StepSecrets } from './step-secrets.ts'
import type { Filled } from '#server/engine/text/masked-value.ts'
import { fillValue, renderText, TextError, type Filling } from '#server/engine/text/render.ts'

/** A running attempt. */
export interface Active {
  controller: AbortController
  attempt: number
  /** The step was waiting before, and may wait again. */
  isWoken: boolean
}

/** Grace period after an abort. A step that has not ended by then is abandoned. */
const graceMs = 1_000
/** Maximum time limit of a step, regardless of its config. */
const maxStepMs = 3_600_000

export interface AttemptParts {
  db: Executor
  pool: Queryable
  secrets: Secrets
  tools: EngineTools
}

export interface AttemptRequest {
  run: DrivenRun
  node: Node
  runner: NodeRunner
  key: string
  attempt: number
  input: Json
  values: Values
  budget: bigint
  /** Set for a step that was waiting: payload of the event, or null after the timeout. */
  woken: { payload: Json | null } | null
}

/** A waiting step. */
export interface WaitingStep {
  is: 'waiting'
  until: Date | null
  event: string | null
}

export interface Attempted {
  outcome: StepOutcome | WaitingStep
  asked: Json
  secrets: StepSecrets
  ms: number
}

/** Reason of an abort. */
export class Aborted extends Error {
  readonly why: 'timeout' | 'ended' | 'stopped'
  constructor(why: 'timeout' | 'ended' | 'stopped') {
    super(why)
    this.why = why
  }
}

/** Node types whose `timeout_s` limits the wait for an event instead of the step. */
const ownTimeout = new Set(['wait', 'subflow'])

function limitOf({ type, config }: Node, runner: NodeRunner): number {
  if (ownTimeout.has(type)) return runner.timeoutMs
  const seconds = numberOf(config['timeout_s'])
  const ms = numberOf(config['timeout_ms']) ?? (seconds === null ? null : seconds * 1000)
  return Math.min(maxStepMs, Math.max(1, ms ?? runner.timeoutMs))
}

const failure = (code: string, message: string, retryable: boolean): StepOutcome => ({
  is: 'failed',
  code,
  message,
  retryable,
})

/** Converts a thrown error to a failed step; logs internal errors; rethrows if the database is unavailable or full. */
function ofThrown(
  error: unknown,
  { tools: { log } }: AttemptParts,
  { run, key }: AttemptRequest,
  secrets: StepSecrets,
): StepOutcome {
  if (error instanceof TextError) return failure(error.code, error.message, error.code === 'busy')
  if (databaseErrorOf(error) === 'away' || databaseErrorOf(error) === 'full') throw error
  log.error('a step failed because of an internal error', { run: run.id, step: key, error: secrets.maskError(error) })
  return failure('internal', 'The step failed because of an internal error. The log has details.', false)
}

function contextOf(
  parts: AttemptParts,
  asked: AttemptRequest,
  secrets: StepSecrets,
  { signal, clock }: { signal: AbortSignal; clock: StepClock },
  keep: (asked: Json) => void,
): StepContext {
  const { run, node, key, attempt, input, values, budget } = asked
  const sandbox = parts.tools.sandbox.forStep({
    account: run.account,
    flow: run.flowId,
    waits: (change) => clock.waits(change),
  })
  const filling = (own: Filled | undefined): Filling => ({
    sandbox,
    values,
    previous: input,
    input: own,
    secret: (name) => secrets.value(name, own !== undefined),
    isSecret: (text) => secrets.isSecret(text),
    derived: (pieces) => secrets.derived(pieces),
    signal,
  })
  return {
    node,
    key: `${run.id}/${key}`,
    attempt,
    runId: run.id,
    accountId: run.account,
    flowId: run.flowId,
    input,
    values,
    origin: { conversationId: run.conversationId, channelId: run.channelId },
    scope: new Scope(parts.db, run.account),
    signal,
    budget,
    tools: { ...parts.tools, sandbox },
    text: (template, own) => renderText(filling(own), template),
    fill: (value, own) => fillValue(filling(own), value),
    mask: (value) => secrets.mask(value),
    derived: (pieces) => secrets.derived(pieces),
    tool: (name, isOfTool = false) => secrets.tool(name, isOfTool),
    asked: keep,
    holdsSecret: (content) => secrets.maskText(content) !== content,
  }
}

/** Executes one attempt. Only throws database errors. The caller may abort it with `controller`. */
export async function attemptStep(
  parts: AttemptParts,
  asked: AttemptRequest,
  controller: AbortController,
): Promise<Attempted> {
  const { run, node, runner, woken } = asked
  const begun = performance.now()
  const { signal } = controller
  const secrets = new StepSecrets(parts.pool, parts.secrets, { account: run.account, id: run.flowId })
  let kept: Json = null
  const limit = limitOf(node, runner)
  const clock = startClock(limit, () => controller.abort(new Aborted('timeout')))
  const context = contextOf(parts, asked, secrets, { signal, clock }, (value) => {
    kept = value
  })
  const work = async (): Promise<StepOutcome> =>
    woken && runner.wake ? runner.wake(context, woken.payload) : runner.run(context)
  let left: NodeJS.Timeout | undefined
  const over = new Promise<StepOutcome>((done) => {
    signal.addEventListener('abort', () => {
      left = setTimeout(() => done(failure('aborted', 'The step did not stop when requested.', false)), graceMs)
    })
  })
  try {
    const outcome = await Promise.race([
      work().catch((error: unknown) => {
        if (signal.aborted) return failure('aborted', 'The step was stopped.', false)
        return ofThrown(error, parts, asked, secrets)
      }),
      over,
    ])
    const why: unknown = signal.reason
    const late = signal.aborted && why instanceof Aborted && why.why === 'timeout'
    const told =
      late && outcome.is === 'failed'
        ? { ...outcome, code: 'timeout', message: `The step took longer than ${limit / 1000} s.`, retryable: true }
        : outcome
    return { outcome: told, asked: kept, secrets, ms: Math.round(performance.now() - begun) }
  } finally {
    clock.stop()
    clearTimeout(left)
  }
}

/** Number of retries of a failed step, and pause before the first, from the node's config. */
export function retryOf({ config }: Node): { times: number; waitMs: number } {
  const retry = isRecord(config['retry']) ? config['retry'] : {}
  const times = numberOf(retry['times']) ?? 0
  const waitMs = numberOf(retry['wait_ms']) ?? 1000
  return { times: Math.min(maxRetries, Math.max(0, Math.floor(times))), waitMs: Math.max(0, waitMs) }
}

/** Maximum number of retries. */
const maxRetries = 20
/** Longest pause between two attempts. */
const maxPauseMs = 60_000

/** Exponential backoff: the pause doubles with each failure. `failures` counts from 1. */
export const pauseBefore = (waitMs: number, failures: number): number =>
  Math.min(maxPauseMs, waitMs * 2 ** (failures - 1))
