/** Executes one step: pause before a retry, check of credit and budgets, attempt, start of a subflow. */
import type { Json } from '#lib/json/json.ts'
import type { Node } from '#contract/flow.ts'
import { readAccountUsage, type DrivenRun } from '#server/store/engine/engine-run.ts'
import { reachedBudget } from '#server/store/engine/engine-budget.ts'
import { budgetReached, budgetReachedMessage } from '#server/engine/upkeep/budget-enforcement.ts'
import { subflowEvent } from '#server/store/engine/engine-wait.ts'
import { attemptStep, type WaitingStep, type AttemptResult, type AttemptParts } from './attempt.ts'
import type { NodeRunner, StepOutcome, Values } from '#server/engine/node.ts'
import { decideStep } from './step-end.ts'
import { StepSecrets } from './step-secrets.ts'

export interface StepParts extends AttemptParts {
  runners: ReadonlyMap<string, NodeRunner>
  now: () => Date
  /** Called when a budget stops a run. */
  onBudgetReached: (account: string) => void
  /** Starts the run of a subflow step and returns its id. Throws a Fault. */
  startChild(run: DrivenRun, key: string, outcome: StepOutcome & { is: 'subflow' }): Promise<string>
}

export interface StepTask {
  run: DrivenRun
  node: Node | undefined
  key: string
  attempt: number
  input: Json
  values: Values
  pauseMs: number
  woken: { payload: Json | null } | null
}

/** Amount that the account can spend, including the reservation of this run; or why the step must not start. */
async function spendingOf(
  { pool, now, onBudgetReached }: StepParts,
  { account, flowId, reserved: own }: DrivenRun,
): Promise<{ credit: bigint; stop: { code: string; message: string } | null }> {
  const { balance, reserved, hasPausingBudget } = await readAccountUsage(pool, account)
  const credit = balance - reserved + own
  if (credit <= 0n) {
    const message = 'No credit is left for this step. Add credit, then retry the run.'
    return { credit, stop: { code: 'insufficient_balance', message } }
  }
  const budget = hasPausingBudget ? await reachedBudget(pool, account, { flow: flowId, now: now() }) : null
  if (budget === null) return { credit, stop: null }
  onBudgetReached(account)
  const message = `${budgetReachedMessage(budget, now())} Retry the run once the flow is active.`
  return { credit, stop: { code: budgetReached, message } }
}

async function startChild(
  parts: StepParts,
  { run, key }: StepTask,
  outcome: StepOutcome & { is: 'subflow' },
): Promise<StepOutcome | WaitingStep> {
  const child = await parts.startChild(run, key, outcome).catch((error: unknown) => decideStep.ofFault(error))
  if (typeof child !== 'string') return child
  if (!outcome.wait) return { is: 'done', handles: ['out'], output: { run_id: child } }
  return { is: 'waiting', until: outcome.timeoutAt, event: subflowEvent(child) }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })

/** Executes the step. Only throws database errors. */
export async function executeStep(
  parts: StepParts,
  task: StepTask,
  controller: AbortController,
): Promise<AttemptResult> {
  const { run, node, key } = task
  const runner = parts.runners.get(node?.type ?? '')
  const fail = (code: string, message: string): AttemptResult => ({
    outcome: { is: 'failed', code, message, retryable: false },
    request: null,
    secrets: new StepSecrets(parts.pool, parts.secrets, { account: run.account, id: run.flowId }),
    ms: 0,
  })
  if (!node || !runner) return fail('unknown_type', 'This node type is not supported.')
  if (task.pauseMs > 0) await pause(task.pauseMs, controller.signal)
  if (controller.signal.aborted) return fail('aborted', 'The step was stopped.')
  const { credit, stop } = runner.isFree ? { credit: 0n, stop: null } : await spendingOf(parts, run)
  if (stop) return fail(stop.code, stop.message)
  const attempted = await attemptStep(parts, { ...task, node, runner, budget: credit }, controller)
  if (attempted.outcome.is !== 'subflow') return attempted
  return { ...attempted, outcome: await startChild(parts, { ...task, key }, attempted.outcome) }
}
