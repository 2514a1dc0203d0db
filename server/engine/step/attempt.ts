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
import type { RenderedValue } from '#server/engine/text/masked-value.ts'
import { fillValue, renderText, RenderError, type RenderContext } from '#server/engine/text/render.ts'

/** A running attempt. */
export interface RunningAttempt {
  controller: AbortController
  attempt: number
  /** The step was waiting before, and may wait again. */
  isWoken: boolean
}

/** Grace period in ms after an abort. A step that has not ended by then is abandoned. */
const graceMs = 1_000
/** Maximum time limit of a step in ms, regardless of its config. */
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
  /** Set for a step that was waiting: payload of the event, or null if its time was reached. */
  woken: { payload: Json | null } | null
}

/** A waiting step. */
export interface WaitingStep {
  is: 'waiting'
  until: Date | null
  event: string | null
}

export interface AttemptResult {
  outcome: StepOutcome | WaitingStep
  request: Json
  secrets: StepSecrets
  ms: number
}

/** Reason of an abort. */
export class AbortReason extends Error {
  readonly reason: 'timeout' | 'ended' | 'stopped'
  constructor(reason: 'timeout' | 'ended' | 'stopped') {
    super(reason)
    this.reason = reason
  }
}

/** Node types whose `timeout_s` limits the wait for an event instead of the step. */
const typesWithEventTimeout = new Set(['wait', 'subflow'])

function limitOf({ type, config }: Node, runner: NodeRunner): number {
  if (typesWithEventTimeout.has(type)) return runner.timeoutMs
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
function failureOf(
  error: unknown,
  { tools: { log } }: AttemptParts,
  { run, key }: AttemptRequest,
  secrets: StepSecrets,
): StepOutcome {
  if (error instanceof RenderError) return failure(error.code, error.message, error.code === 'busy')
  if (databaseErrorOf(error) === 'away' || databaseErrorOf(error) === 'full') throw error
  log.error('a step failed because of an internal error', { run: run.id, step: key, error: secrets.maskError(error) })
  return failure('internal', 'The step failed because of an internal error. The log has details.', false)
}

function contextOf(
  parts: AttemptParts,
  request: AttemptRequest,
  secrets: StepSecrets,
  { signal, clock }: { signal: AbortSignal; clock: StepClock },
  onRequest: (request: Json) => void,
): StepContext {
  const { run, node, key, attempt, input, values, budget } = request
  const sandbox = parts.tools.sandbox.forStep({
    account: run.account,
    flow: run.flowId,
    onWaitChange: (change) => clock.onWaitChange(change),
  })
  const renderContext = (own: RenderedValue | undefined): RenderContext => ({
    sandbox,
    values,
    previous: input,
    input: own,
    secretValue: (name) => secrets.value(name, own !== undefined),
    isSecret: (text) => secrets.isSecret(text),
    registerDerived: (pieces) => secrets.registerDerived(pieces),
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
    text: (template, own) => renderText(renderContext(own), template),
    fill: (value, own) => fillValue(renderContext(own), value),
    mask: (value) => secrets.mask(value),
    registerDerived: (pieces) => secrets.registerDerived(pieces),
    tool: (name, isOfTool = false) => secrets.tool(name, isOfTool),
    onRequest,
    containsSecret: (content) => secrets.maskText(content) !== content,
  }
}

/** Executes one attempt. Only throws database errors. The caller may abort it with `controller`. */
export async function attemptStep(
  parts: AttemptParts,
  request: AttemptRequest,
  controller: AbortController,
): Promise<AttemptResult> {
  const { run, node, runner, woken } = request
  const startedAt = performance.now()
  const { signal } = controller
  const secrets = new StepSecrets(parts.pool, parts.secrets, { account: run.account, id: run.flowId })
  let stepRequest: Json = null
  const limit = limitOf(node, runner)
  const clock = startClock(limit, () => controller.abort(new AbortReason('timeout')))
  const context = contextOf(parts, request, secrets, { signal, clock }, (value) => {
    stepRequest = value
  })
  const work = async (): Promise<StepOutcome> =>
    woken && runner.wake ? runner.wake(context, woken.payload) : runner.run(context)
  let graceTimer: NodeJS.Timeout | undefined
  const abandoned = new Promise<StepOutcome>((done) => {
    signal.addEventListener('abort', () => {
      graceTimer = setTimeout(() => done(failure('aborted', 'The step did not stop when requested.', false)), graceMs)
    })
  })
  try {
    const outcome = await Promise.race([
      work().catch((error: unknown) => {
        if (signal.aborted) return failure('aborted', 'The step was stopped.', false)
        return failureOf(error, parts, request, secrets)
      }),
      abandoned,
    ])
    const reason: unknown = signal.reason
    const hasTimedOut = signal.aborted && reason instanceof AbortReason && reason.reason === 'timeout'
    const final =
      hasTimedOut && outcome.is === 'failed'
        ? { ...outcome, code: 'timeout', message: `The step took longer than ${limit / 1000} s.`, retryable: true }
        : outcome
    return { outcome: final, request: stepRequest, secrets, ms: Math.round(performance.now() - startedAt) }
  } finally {
    clock.stop()
    clearTimeout(graceTimer)
  }
}

/** Number of retries of a failed step, and pause in ms before the first, from the node's config. */
export function retryOf({ config }: Node): { times: number; waitMs: number } {
  const retry = isRecord(config['retry']) ? config['retry'] : {}
  const times = numberOf(retry['times']) ?? 0
  const waitMs = numberOf(retry['wait_ms']) ?? 1000
  return { times: Math.min(maxRetries, Math.max(0, Math.floor(times))), waitMs: Math.max(0, waitMs) }
}

/** Maximum number of retries. */
const maxRetries = 20
/** Longest pause in ms between two attempts. */
const maxPauseMs = 60_000

/** Exponential backoff: the pause doubles with each failure. `failures` counts from 1. */
export const pauseBefore = (waitMs: number, failures: number): number =>
  Math.min(maxPauseMs, waitMs * 2 ** (failures - 1))
