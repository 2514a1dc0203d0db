/** Derives from the outcome of an attempt the data to write and how the run continues. Pure. */
import { Fault } from '#server/base/fault.ts'
import type { Json } from '#lib/json/json.ts'
import type { RunEnd, StepEnd } from '#server/store/engine/engine-commit.ts'
import type { WaitingStep, AttemptResult, RunningAttempt } from './attempt.ts'
import type { CostLine, StepOutcome } from '#server/engine/node.ts'
import { budgetReached } from '#server/engine/upkeep/budget-enforcement.ts'
import { handleText, stopped } from '#server/engine/run/run-log.ts'
import { recordRequest, recordError, recordOutput } from './step-record.ts'
import type { StepKey } from '#server/engine/run/graph-progress.ts'

export interface StepDecision {
  ended: StepEnd
  costs: readonly CostLine[]
  next:
    | { is: 'settle'; handles: readonly string[]; output: Json }
    | { is: 'sleep'; until: Date | null }
    | { is: 'retry' }
    | { is: 'end'; end: RunEnd }
    | { is: 'nothing' }
}

interface DecisionInput {
  /** The run is ending for another reason, and this attempt was aborted. */
  isRunEnding: boolean
  /** Previous failures of this step. */
  failures: number
  retries: number
  hasErrorEdge: boolean
}

/** End record of an attempt, with defaults for all omitted fields. */
export const stepEnd = (key: string, attempt: number, facts: Partial<StepEnd> & Pick<StepEnd, 'status'>): StepEnd => ({
  key,
  attempt,
  handle: null,
  duration_ms: null,
  cost: '0',
  error: null,
  output: null,
  input: null,
  wake_at: null,
  event: null,
  ...facts,
})

/** End records of attempts interrupted by a stop. Woken steps have none, and continue to wait. */
export const stoppedEnds = (active: ReadonlyMap<string, RunningAttempt>): StepEnd[] =>
  [...active].flatMap(([key, { attempt, isWoken }]) =>
    isWoken ? [] : [stepEnd(key, attempt, { status: 'failed', error: stopped })],
  )

type Failed = StepOutcome & { is: 'failed' }

const costsOf = (outcome: StepOutcome | WaitingStep): readonly CostLine[] =>
  outcome.is === 'done' || outcome.is === 'failed' ? (outcome.costs ?? []) : []

/** The storable output. An output that cannot be stored makes the step fail; its cost is still charged. */
function checkedOutput(
  outcome: StepOutcome | WaitingStep,
  { secrets }: AttemptResult,
): { outcome: StepOutcome | WaitingStep; output: Json } {
  if (outcome.is !== 'done') return { outcome, output: null }
  const recorded = recordOutput(outcome.output, secrets)
  if (recorded.ok) return { outcome, output: recorded.value }
  const { code, message } = recorded
  return { outcome: { is: 'failed', code, message, retryable: false, costs: outcome.costs ?? [] }, output: null }
}

function failedNext(
  outcome: Failed,
  error: { code: string; message: string },
  step: StepKey,
  output: Json,
  facts: DecisionInput,
): StepDecision['next'] {
  const end = (status: RunEnd['status']): StepDecision['next'] => ({
    is: 'end',
    end: { status, error: { ...error, nodeId: step.node }, output: null },
  })
  // Not by the error output: the step has not started, and a retry of the run starts it.
  if (outcome.code === 'insufficient_balance' || outcome.code === budgetReached) return end('blocked')
  if (outcome.retryable && facts.failures < facts.retries) return { is: 'retry' }
  if (facts.hasErrorEdge) return { is: 'settle', handles: ['error'], output }
  return end('failed')
}

function ofFailed(
  step: StepKey,
  attempt: number,
  attempted: AttemptResult,
  outcome: Failed,
  facts: DecisionInput,
): StepDecision {
  const { secrets, ms } = attempted
  const costs = costsOf(outcome)
  const cost = String(costs.reduce((sum, { micros }) => sum + micros, 0n))
  const input = recordRequest(attempted.request, secrets)
  if (facts.isRunEnding)
    return {
      ended: stepEnd(step.key, attempt, { status: 'cancelled', duration_ms: ms, cost, input }),
      costs,
      next: { is: 'nothing' },
    }
  const error = recordError(outcome, secrets)
  const recordedOutput = outcome.output === undefined ? null : recordOutput(outcome.output, secrets)
  const output: Json = { error, ...(recordedOutput?.ok ? { output: recordedOutput.value } : {}) }
  const next = failedNext(outcome, error, step, output, facts)
  const status = outcome.code === 'timeout' ? 'timed_out' : 'failed'
  const handle = next.is === 'settle' ? 'error' : null
  return {
    ended: stepEnd(step.key, attempt, { status, handle, duration_ms: ms, cost, error, output, input }),
    costs,
    next,
  }
}

function of(step: StepKey, attempt: number, attempted: AttemptResult, facts: DecisionInput): StepDecision {
  const { outcome, output } = checkedOutput(attempted.outcome, attempted)
  const { secrets, ms } = attempted
  if (outcome.is === 'failed') return ofFailed(step, attempt, attempted, outcome, facts)
  const input = recordRequest(attempted.request, secrets)
  // The run is already ending, so the step would wait in vain.
  if (outcome.is === 'waiting' && facts.isRunEnding)
    return { ended: stepEnd(step.key, attempt, { status: 'cancelled', input }), costs: [], next: { is: 'nothing' } }
  if (outcome.is === 'waiting')
    return {
      ended: stepEnd(step.key, attempt, {
        status: 'waiting',
        input,
        wake_at: outcome.until?.toISOString() ?? null,
        event: outcome.event,
      }),
      costs: [],
      next: { is: 'sleep', until: outcome.until },
    }
  if (outcome.is === 'subflow') throw new Error('A subflow must be started before its outcome is evaluated.')
  const costs = costsOf(outcome)
  const cost = String(costs.reduce((sum, { micros }) => sum + micros, 0n))
  const handle = handleText(outcome.handles)
  return {
    ended: stepEnd(step.key, attempt, { status: 'succeeded', handle, duration_ms: ms, cost, output, input }),
    costs,
    next: { is: 'settle', handles: outcome.handles, output },
  }
}

/** Outcome of a subflow that could not be started. */
function ofFault(error: unknown): StepOutcome {
  if (!(error instanceof Fault)) throw error
  return { is: 'failed', code: error.code, message: error.message, retryable: error.code === 'throttled' }
}

export const decideStep = { of, ofFault }
