/**
 * Drives one segment of a run: executes open steps concurrently, and writes the end of each step with its consequences
 * in one statement, or several ends together (step-write-buffer.ts). Writes are serialised, so that the log never
 * contains a step without its predecessors. A database error is thrown and does not fail the run, which continues from
 * the log.
 */
import type { Json } from '#lib/json/json.ts'
import type { RunEnd, StepEnd } from '#server/store/engine/engine-commit.ts'
import type { DrivenRun, LoggedStep } from '#server/store/engine/engine-run.ts'
import { arrivalsOf, type Arrival } from '#server/store/engine/engine-wait.ts'
import {
  AbortReason,
  pauseBefore,
  retryOf,
  type AttemptResult,
  type RunningAttempt,
} from '#server/engine/step/attempt.ts'
import { deferred } from './deferred.ts'
import type { DrivenFlow } from '#server/engine/start/ready-flows.ts'
import {
  emptyCommit,
  noCost,
  driveStartOf,
  type PlannedAttempt,
  type DriveParts,
  type DriveStart,
  type WriteOptions,
} from './drive-parts.ts'
import { suspendRun } from './suspend-run.ts'
import { bookingsOf, RunCosts } from './run-costs.ts'
import { StepWriteBuffer } from './step-write-buffer.ts'
import { resumedWorkOf } from './resume.ts'
import { settleKnownSteps, loggedStateOf, type LoggedState } from './run-log.ts'
import { cancelled, crashEnd, loopEnd, timeEnd } from './run-end.ts'
import { LoopLimitError, GraphProgress, type StepKey } from './graph-progress.ts'
import { maxTimerMs, StepTimers } from './timers.ts'
import { decideStep, stoppedEnds } from '#server/engine/step/step-end.ts'
import { executeStep, type StepTask } from '#server/engine/step/step-work.ts'
import { suspectStepsOf, type SuspectSteps } from './crash-isolation.ts'

/** Shorter waits do not suspend the run, because the queue resumes delayed work only once a second. */
const shortWaitMs = 2_000

export class Drive {
  readonly run: DrivenRun
  readonly #parts: DriveParts
  readonly #flow: DrivenFlow
  readonly #initial: DriveStart
  readonly #progress: GraphProgress
  readonly #costs: RunCosts
  readonly #loggedState: LoggedState
  readonly #suspectSteps: SuspectSteps
  readonly #active = new Map<string, RunningAttempt>()
  readonly #timers: StepTimers
  readonly #writeBuffer: StepWriteBuffer
  #nextSeq: number
  /** Number of ready steps that were not started because the service is stopping. */
  #unstartedSteps = 0
  #runEnd: RunEnd | null = null
  #workQueue: Promise<void> = Promise.resolve()
  #isClosed = false
  #deadline: NodeJS.Timeout | undefined
  readonly #done = deferred()

  constructor(parts: DriveParts, run: DrivenRun, flow: DrivenFlow, log: readonly LoggedStep[], initial: DriveStart) {
    this.#parts = parts
    this.run = run
    this.#flow = flow
    this.#initial = initial
    this.#progress = new GraphProgress(flow.plan, initial.triggerId)
    this.#timers = new StepTimers(parts.now, (key) => this.#enqueue(async () => this.#wakeStep(key, null)))
    this.#costs = new RunCosts(run.breakdown, run.usage)
    this.#loggedState = loggedStateOf(this.#progress, flow, log)
    this.#suspectSteps = suspectStepsOf(this.#loggedState)
    const isRepeatable = (node: string) =>
      parts.runners.get(flow.plan.nodes.get(node)?.type ?? '')?.isRepeatable === true
    const flush = () => this.#enqueue(() => this.#write([], []))
    const mayBuffer = !initial.isTakenOver && this.#loggedState.crashes.size === 0
    this.#writeBuffer = new StepWriteBuffer({ mayBuffer, isRepeatable, flush })
    this.#nextSeq = this.#loggedState.nextSeq
  }

  /** Whether this drive will start suspect steps. */
  get isSuspect(): boolean {
    return this.#suspectSteps.suspects.size > 0 && this.#suspectSteps.crashingNode === null && !this.run.isCancelling
  }

  /** Resolves when the segment ends: the run ended, is waiting, or was taken over. Throws database errors. */
  execute(): Promise<void> {
    this.#enqueue(() => this.#resume())
    return this.#done.promise
  }

  cancel(): void {
    this.#endRun(cancelled)
  }

  /** Reads new events for waiting steps. */
  checkEvents(): void {
    this.#enqueue(async () => {
      if (this.#timers.size === 0) return
      this.#wakeSteps(await arrivalsOf(this.#parts.pool, this.run.account, this.run.id))
    })
  }

  /** Stops the drive: running steps may finish; another process continues the run. */
  stop(): void {
    this.#enqueue(async () => {
      if (this.#active.size === 0) await this.#suspend()
    })
  }

  /** Aborts running steps, which another process restarts, and records that they did not crash this process. */
  abandon(): void {
    this.#abort('stopped')
    this.#enqueue(() => this.#recordStop())
  }

  async #recordStop(): Promise<void> {
    const { ended: bufferedEnds, ...buffered } = this.#writeBuffer.drain()
    const empty = emptyCommit(this.run, this.#parts.now())
    const all = { ...empty, ...buffered, ended: [...bufferedEnds, ...stoppedEnds(this.#active)] }
    const written = await this.#parts.commit(this.#parts.pool, all)
    if (!written.fenced)
      await suspendRun(this.#parts, this.run, { hasUnstartedSteps: true, wakeAfterMs: null, checksEvents: false })
    this.#close()
  }

  #abort(reason: AbortReason['reason']): void {
    for (const { controller } of this.#active.values()) controller.abort(new AbortReason(reason))
  }

  /** Runs `work` after all earlier work. */
  #enqueue(work: () => Promise<void>): void {
    this.#workQueue = this.#workQueue
      .then(() => (this.#isClosed ? undefined : work()))
      .catch((error: unknown) => this.#close(error))
  }

  #close(error?: unknown): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#deadline)
    this.#writeBuffer.clear()
    this.#timers.clear()
    this.#abort('stopped')
    if (error === undefined) this.#done.resolve()
    else this.#done.reject(error)
  }

  /** Sets how the run ends, unless already set, and aborts running steps. */
  #setRunEnd(end: RunEnd): void {
    if (this.#runEnd) return
    this.#runEnd = end
    this.#abort('ended')
  }

  #endRun(end: RunEnd): void {
    this.#enqueue(async () => {
      this.#setRunEnd(end)
      if (this.#active.size === 0) await this.#write([], [])
    })
  }

  async #resume(): Promise<void> {
    const { open, lastActiveAt } = this.#loggedState
    const { deadlineAt } = this.run
    const remainingMs =
      deadlineAt && lastActiveAt ? Math.max(0, deadlineAt.getTime() - lastActiveAt.getTime()) : this.#initial.limitMs
    this.#deadline = setTimeout(() => this.#timeOut(), Math.min(maxTimerMs, remainingMs))
    const { interruptedEnds, attempts, waitingSteps } = resumedWorkOf(open)
    for (const { step, attempt, until } of waitingSteps) this.#timers.add(step, attempt, until)
    if (this.#suspectSteps.crashingNode !== null) this.#setRunEnd(crashEnd(this.#suspectSteps.crashingNode))
    if (this.run.isCancelling) this.#setRunEnd(cancelled)
    const until = new Date(this.#parts.now().getTime() + remainingMs)
    await this.#write(interruptedEnds, attempts, { deadlineAt: until, canWait: true })
    if (!this.#isClosed && this.#timers.size > 0)
      this.#wakeSteps(await arrivalsOf(this.#parts.pool, this.run.account, this.run.id))
  }

  #timeOut(): void {
    this.#endRun(timeEnd(this.#initial.limitMs))
  }

  /** The end of the run if no work is left; null if it continues. */
  #endIfDone(starts: readonly PlannedAttempt[]): RunEnd | null {
    if (this.#active.size > 0 || starts.length > 0) return null
    if (this.#runEnd) return this.#runEnd
    if (this.#timers.size > 0 || this.#unstartedSteps > 0) return null
    return { status: 'succeeded', error: null, output: this.#progress.runOutput }
  }

  /** Writes ends and starts of steps, and the end of the run if no work is left; then starts the steps. */
  async #write(ended: StepEnd[], attempts: readonly PlannedAttempt[], options: WriteOptions = {}): Promise<void> {
    const { run } = this
    const { bookings, costs } = options.attemptCost ?? noCost
    if (this.#parts.isStopping() && !this.#runEnd) this.#unstartedSteps += attempts.length
    const starting = this.#parts.isStopping() || this.#runEnd ? [] : attempts
    const now = this.#parts.now()
    const started = starting.map((one) => driveStartOf(this.#flow.plan, one, this.#nextSeq++, now))
    this.#writeBuffer.add({ ended, started, deadlineAt: options.deadlineAt ?? null })
    if (options.canWait && this.#writeBuffer.mayDelay(starting)) return this.#startSteps(starting)
    const end = this.#endIfDone(starting)
    const written = await this.#parts.commit(this.#parts.pool, {
      ...emptyCommit(run, now),
      ...this.#writeBuffer.drain(),
      bookings,
      newTotals: this.#costs.add(costs),
      end,
    })
    if (written.fenced) return this.#close()
    this.#parts.afterCommit(run, end !== null)
    if (end) return this.#close()
    this.#startSteps(starting)
    if (written.isCancelling) this.cancel()
    if (this.#active.size === 0 && !this.#runEnd) await this.#suspend()
  }

  #startSteps(starts: readonly PlannedAttempt[]): void {
    for (const { step, attempt, pauseMs = 0 } of starts) this.#startStep(step, attempt, { pauseMs, woken: null })
  }

  #wakeStep(key: string, payload: Json | null): void {
    const stepTimer = this.#runEnd ? null : this.#timers.take(key)
    if (stepTimer) this.#startStep(stepTimer.step, stepTimer.attempt, { pauseMs: 0, woken: { payload } })
  }

  #wakeSteps(arrivals: readonly Arrival[]): void {
    for (const { key, payload } of arrivals) this.#wakeStep(key, payload)
  }

  #startStep(step: StepKey, attempt: number, options: Pick<StepTask, 'pauseMs' | 'woken'>): void {
    const controller = new AbortController()
    this.#active.set(step.key, { controller, attempt, isWoken: options.woken !== null })
    const work = async () => {
      const attempted = await executeStep(this.#parts, this.#taskOf(step, attempt, options), controller)
      this.#enqueue(() => this.#finishAttempt(step, attempt, attempted, controller))
    }
    work().catch((error: unknown) => this.#close(error))
  }

  #taskOf(step: StepKey, attempt: number, options: Pick<StepTask, 'pauseMs' | 'woken'>): StepTask {
    const { run } = this
    const isFirst = step.node === this.#initial.triggerId && step.visit === 1
    return {
      run,
      node: this.#flow.plan.nodes.get(step.node),
      key: step.key,
      attempt,
      input: isFirst ? run.input : this.#progress.inputOf(step.key),
      values: { ...this.#initial.values, nodes: { ...this.#progress.outputs }, now: this.#parts.now().toISOString() },
      ...options,
    }
  }

  async #finishAttempt(
    step: StepKey,
    attempt: number,
    attempted: AttemptResult,
    controller: AbortController,
  ): Promise<void> {
    this.#active.delete(step.key)
    const node = this.#flow.plan.nodes.get(step.node)
    const retry = node ? retryOf(node) : { times: 0, waitMs: 0 }
    const failures = this.#loggedState.failures.get(step.key) ?? 0
    const abortReason: unknown = controller.signal.reason
    const decision = decideStep.of(step, attempt, attempted, {
      isRunEnding: this.#runEnd !== null && abortReason instanceof AbortReason && abortReason.reason === 'ended',
      failures,
      retries: retry.times,
      hasErrorEdge: this.#flow.hasEdge(step.node, 'error'),
    })
    const { next, costs } = decision
    const attempts: PlannedAttempt[] = []
    if (next.is === 'sleep') this.#timers.add(step, attempt, next.until)
    else if (next.is === 'end') this.#setRunEnd(next.end)
    else if (next.is === 'retry') {
      this.#loggedState.failures.set(step.key, failures + 1)
      attempts.push({ step, attempt: attempt + 1, pauseMs: pauseBefore(retry.waitMs, failures + 1) })
    } else if (next.is === 'settle' && !this.#runEnd)
      for (const one of this.#settle(step, next.handles, next.output)) attempts.push({ step: one, attempt: 1 })
    const bookings = bookingsOf(`run:${this.run.id}:${step.key}:${attempt}`, costs)
    const canWait = next.is === 'settle' && costs.length === 0 && this.#writeBuffer.isRepeatable(step.node)
    await this.#write([decision.ended], attempts, { attemptCost: { bookings, costs }, canWait })
    const { suspects } = this.#suspectSteps
    if (next.is !== 'retry' && suspects.delete(step.key) && suspects.size === 0) this.#initial.releaseLane()
  }

  /** Settles a step and returns the steps that became ready. A loop beyond its limit ends the run. */
  #settle(step: StepKey, handles: readonly string[], output: Json): StepKey[] {
    try {
      return settleKnownSteps(this.#progress, this.#flow, this.#progress.settle(step.key, handles, output))
    } catch (error) {
      if (!(error instanceof LoopLimitError)) throw error
      this.#setRunEnd(loopEnd(error))
      return []
    }
  }

  /** Called when no step is running: suspends the run, unless the next timer is due soon. */
  async #suspend(): Promise<void> {
    const { soonest } = this.#timers
    const wakeAfterMs = soonest === null ? null : soonest - this.#parts.now().getTime()
    const checksEvents = !this.#parts.isStopping()
    if (checksEvents && wakeAfterMs !== null && wakeAfterMs <= shortWaitMs) return
    const suspension = await suspendRun(this.#parts, this.run, {
      hasUnstartedSteps: this.#unstartedSteps > 0,
      wakeAfterMs,
      checksEvents,
    })
    if (suspension.isCancelling) return this.cancel()
    if (suspension.arrivals.length > 0) return this.#wakeSteps(suspension.arrivals)
    this.#parts.afterCommit(this.run, false)
    this.#close()
  }
}
