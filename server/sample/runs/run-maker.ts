/** Creates runs: their steps along a path through the flow, and the cost of each step. */
import type { Queryable } from '#server/store/engine/engine-db.ts'
import type { RunStatus } from '#contract/values/run-status.ts'
import { type RunOutcome, runOutcomeOf } from './run-outcome.ts'
import { type RunFault, runFaultAt } from './run-faults.ts'
import { dayMs } from '#server/sample/daily-traffic.ts'
import { versionAt } from '#server/sample/flows/flow-versions.ts'
import { runIdOf, RunSpending, ToolDays } from '#server/sample/ledger.ts'
import { Random } from '#server/sample/random.ts'
import { errorCells, isUnfinished, originCells, outputOf } from './run-cells.ts'
import { newRunTally, type RunTally } from './run-tally.ts'
import type { PathStep } from './run-paths.ts'
import { BulkWriter } from '#server/sample/bulk-writer.ts'
import type { RunRequest } from './run-request.ts'

export interface CreatedRun {
  id: string
  status: RunStatus
  /** In micros. */
  cost: number
  /** Null if the run has not ended. */
  finishedAt: number | null
  /** Ids of flows that the run started, with the time. */
  started: { flow: string; at: number }[]
}

/** Summary of the runs of a flow, for the list of flows. */
export interface FlowRunSummary {
  count: number
  lastAt: number
  lastStatus: RunStatus
}

const runColumns = {
  id: 'text',
  flow_id: 'text',
  flow_name: 'text',
  flow_version: 'integer',
  status: 'text',
  trigger: 'text',
  is_test: 'boolean',
  started_at: 'timestamptz',
  finished_at: 'timestamptz',
  duration_ms: 'integer',
  cost: 'bigint',
  cost_breakdown: 'jsonb',
  usage: 'jsonb',
  conversation_id: 'text',
  conversation_number: 'integer',
  channel_id: 'text',
  channel_name: 'text',
  channel_type: 'text',
  error_code: 'text',
  error_message: 'text',
  error_node_id: 'text',
  trigger_node_id: 'text',
  input: 'jsonb',
  parent_run: 'text',
  retry_of: 'text',
  attempt: 'integer',
} as const
const stepColumns = {
  run_id: 'text',
  seq: 'integer',
  node_id: 'text',
  node_name: 'text',
  node_type: 'text',
  status: 'text',
  handle: 'text',
  started_at: 'timestamptz',
  duration_ms: 'integer',
  attempt: 'integer',
  cost: 'bigint',
  error: 'jsonb',
  output: 'jsonb',
} as const

/** Runs buffered before they are written. */
const batchSize = 1000
/** Share of steps with retries that fail once and succeed at the second attempt. */
const retriedStepShare = 0.02
/** A run in progress stays at its first step with a longer typical duration, in ms. */
const visibleMs = 50

/** Result of one attempt of a step; `ms` null = running or waiting. */
interface Attempt {
  seq: number
  at: number
  pathStep: PathStep
  status: RunStatus
  fault: RunFault | null
  ms: number | null
  attempt: number
  cost: number
}

/** State of a run after its steps were created. */
interface Outcome {
  at: number
  status: RunStatus
  started: CreatedRun['started']
}

export class RunMaker {
  readonly #random = new Random('runs')
  readonly #now: number
  readonly #runs: BulkWriter<keyof typeof runColumns>
  readonly #steps: BulkWriter<keyof typeof stepColumns>
  /** Summaries by flow id. */
  readonly flowSummaries = new Map<string, FlowRunSummary>()
  readonly spending = new RunSpending()
  readonly toolDays = new ToolDays()
  count = 0

  constructor(client: Queryable, account: string, now: number) {
    this.#now = now
    this.#runs = new BulkWriter(client, account, 'run', runColumns)
    this.#steps = new BulkWriter(client, account, 'run_step', stepColumns, false)
  }

  /** True if `flush` is due. */
  get isFull(): boolean {
    return this.#runs.size >= batchSize
  }

  async flush(): Promise<void> {
    await this.#runs.flush()
    await this.#steps.flush()
  }

  make(request: RunRequest): CreatedRun {
    this.count += 1
    const id = runIdOf(this.count)
    const plannedOutcome = runOutcomeOf(request, this.#now, this.#random)
    const tally = newRunTally(request.channel ?? null)
    const outcome = this.#makeSteps(id, request, plannedOutcome, tally)
    const finishedAt = isUnfinished(outcome.status) ? null : outcome.at
    const { flow, at, trigger, isTest = false, attempt = 1 } = request
    const { start } = flow.paths.pathsFor(request.kind)
    this.#runs.add({
      id,
      flow_id: flow.id,
      flow_name: flow.name,
      flow_version: versionAt(flow.versions, (this.#now - at) / dayMs),
      status: outcome.status,
      trigger,
      is_test: isTest,
      started_at: at,
      finished_at: finishedAt,
      duration_ms: finishedAt === null || outcome.status === 'blocked' ? null : finishedAt - at,
      cost: tally.cost,
      cost_breakdown: tally.breakdown(),
      usage: tally.usage(),
      attempt,
      trigger_node_id: start?.id ?? null,
      input: start?.input ?? null,
      ...originCells(request),
      ...errorCells(outcome.status, plannedOutcome),
    })
    this.#updateSummary(flow.id, at, outcome.status)
    this.spending.add(this.count, finishedAt ?? at, tally.cost)
    return { id, status: outcome.status, cost: tally.cost, finishedAt, started: outcome.started }
  }

  #updateSummary(flow: string, at: number, status: RunStatus): void {
    const facts = this.flowSummaries.get(flow)
    if (!facts) this.flowSummaries.set(flow, { count: 1, lastAt: at, lastStatus: status })
    else {
      facts.count += 1
      if (at >= facts.lastAt) Object.assign(facts, { lastAt: at, lastStatus: status })
    }
  }

  /** Creates steps until the path ends, the run fails, or the current time is reached. */
  #makeSteps(run: string, request: RunRequest, plannedOutcome: RunOutcome, tally: RunTally): Outcome {
    const random = this.#random
    const started: CreatedRun['started'] = []
    let at = request.at
    let seq = 0
    if (plannedOutcome.status === 'queued') return { at, status: plannedOutcome.status, started }
    for (const [index, pathStep] of plannedOutcome.path.entries()) {
      const { node } = pathStep
      const fault = faultOf(plannedOutcome, index, random)
      const ms = fault?.ms ?? random.near(node.typicalMs)
      let attempt = 1
      if (fault === null && this.#failsOnce(pathStep, at + ms)) {
        const cost = tally.addStep(node, ms, random)
        this.#step(run, { seq, at, pathStep, status: 'failed', fault: runFaultAt(node, random), ms, attempt: 1, cost })
        seq += 1
        at += ms
        attempt = 2
      }
      if (at + ms > this.#now || isUnderWay(plannedOutcome, pathStep)) {
        const status = node.type === 'wait' ? 'waiting' : 'running'
        this.#step(run, { seq, at, pathStep, status, fault: null, ms: null, attempt, cost: 0 })
        return { at, status, started }
      }
      const status = statusOf(plannedOutcome, fault)
      this.#step(run, { seq, at, pathStep, status, fault, ms, attempt, cost: tally.addStep(node, ms, random) })
      if (node.startsFlow !== null && fault === null) started.push({ flow: node.startsFlow, at })
      seq += 1
      at += ms
    }
    return { at, status: plannedOutcome.status === 'running' ? 'succeeded' : plannedOutcome.status, started }
  }

  #failsOnce({ node }: PathStep, until: number): boolean {
    return node.retries && until < this.#now && this.#random.chance(retriedStepShare)
  }

  #step(run: string, { seq, at, pathStep, status, fault, ms, attempt, cost }: Attempt): void {
    const { node } = pathStep
    if (node.tools.length > 0) this.toolDays.add(node.tools, at, cost, status === 'failed' || status === 'timed_out')
    const hasEnded = ms !== null && (fault === null || pathStep.handle === 'error')
    this.#steps.add({
      run_id: run,
      seq,
      node_id: node.id,
      node_name: node.name,
      node_type: node.type,
      status,
      handle: hasEnded ? pathStep.handle : null,
      started_at: at,
      duration_ms: ms,
      attempt,
      cost,
      error: fault && JSON.stringify({ code: fault.code, message: fault.message }),
      output: hasEnded && fault === null ? outputOf(node.type, pathStep.handle) : null,
    })
  }
}

/** Error of a step, which ends the run or is handled by the flow; null if it succeeds. */
function faultOf({ path, fault }: RunOutcome, index: number, random: Random): RunFault | null {
  if (fault !== null && index === path.length - 1) return fault
  const pathStep = path[index]
  return pathStep?.failed ? runFaultAt(pathStep.node, random) : null
}

const statusOf = (plannedOutcome: RunOutcome, fault: RunFault | null): RunStatus =>
  fault === null ? 'succeeded' : fault === plannedOutcome.fault ? plannedOutcome.status : 'failed'

const isUnderWay = ({ status }: RunOutcome, { node }: PathStep): boolean =>
  status === 'running' && node.typicalMs > visibleMs
