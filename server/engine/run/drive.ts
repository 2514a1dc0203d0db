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
import { Aborted, pauseBefore, retryOf, type Attempted, type Active } from '#server/engine/step/attempt.ts'
import { deferred } from './deferred.ts'
import type { DrivenFlow } from '#server/engine/start/ready-flows.ts'
import {
  emptyCommit,
  nothing,
  driveStartOf,
  type Beginning,
  type DriveParts,
  type DriveStart,
  type Written,
} from './drive-parts.ts'
import { suspendRun } from './suspend-run.ts'
import { bookingsOf, RunCosts } from './run-costs.ts'
import { StepWriteBuffer } from './step-write-buffer.ts'
import { resumeOf } from './resume.ts'
import { passOn, loggedStateOf, type LoggedState } from './run-log.ts'
import { cancelled, crashEnd, loopEnd, timeEnd } from './run-end.ts'
import { LoopLimit, GraphProgress, type StepKey } from './graph-progress.ts'
import { maxTimerMs, StepTimers } from './timers.ts'
import { decideStep, stoppedEnds } from '#server/engine/step/step-end.ts'
import { doStep, type StepToDo } from '#server/engine/step/step-work.ts'
import { suspectStepsOf, type SuspectSteps } from './crash-isolation.ts'

/** Shorter waits do not suspend the run, because the queue resumes delayed work only once a second. */
const shortWaitMs = 2_000

export class Drive {
  readonly run: DrivenRun
  readonly #parts: DriveParts
  readonly #flow: DrivenFlow
  readonly #more: DriveStart
  readonly #progress: GraphProgress
  readonly #books: RunCosts
  readonly #standing: LoggedState
  readonly #suspicion: SuspectSteps
  readonly #active = new Map<string, Active>()
  readonly #sleepers: StepTimers
  readonly #held: StepWriteBuffer
  #nextSeq: number
  /** Number of ready steps that were not started because the service is stopping. */
  #left = 0
  #ending: RunEnd | null = null
  #door: Promise<void> = Promise.resolve()
  #closed = false
  #deadline: NodeJS.Timeout | undefined
  readonly #over = deferred()

  constructor(parts: DriveParts, run: DrivenRun, flow: DrivenFlow, log: readonly LoggedStep[], more: DriveStart) {
    this.#parts = parts
    this.run = run
    this.#flow = flow
    this.#more = more
    this.#progress = new GraphProgress(flow.plan, more.start)
    this.#sleepers = new StepTimers(parts.now, (key) => this.#enter(async () => this.#wake(key, null)))
    this.#books = new RunCosts(run.breakdown, run.usage)
    this.#standing = loggedStateOf(this.#progress, flow, log)
    this.#suspicion = suspectStepsOf(this.#standing)
    const isRepeatable = (node: string) =>
      parts.runners.get(flow.plan.nodes.get(node)?.type ?? '')?.isRepeatable === true
    const flush = () => this.#enter(() => this.#write([], []))
    const mayHold = !more.isTakenOver && this.#standing.crashes.size === 0
    this.#held = new StepWriteBuffer({ mayHold, isRepeatable, write: flush })
    this.#nextSeq = this.#standing.nextSeq
  }

  /** Whether this drive will start suspect steps. */
  get isSuspect(): boolean {
    return this.#suspicion.suspects.size > 0 && this.#suspicion.proven === null && !this.run.isCancelling
  }

  /** Resolves when the segment ends: the run ended, is waiting, or was taken over. Throws database errors. */
  go(): Promise<void> {
    this.#enter(() => this.#resume())
    return this.#over.promise
  }

  cancel(): void {
    this.#endAs(cancelled)
  }

  /** Reads new events for waiting steps. */
  nudge(): void {
    this.#enter(async () => {
      if (this.#sleepers.size === 0) return
      this.#wakeAll(await arrivalsOf(this.#parts.pool, this.run.account, this.run.id))
    })
  }

  /** Stops the drive: running steps may finish; another process continues the run. */
  stop(): void {
    this.#enter(async () => {
      if (this.#active.size === 0) await this.#rest()
    })
  }

  /** Aborts running steps, which another process restarts, and records that they did not crash this process. */
  abandon(): void {
    this.#abort('stopped')
    this.#enter(() => this.#leave())
  }

  async #leave(): Promise<void> {
    const { ended, ...held } = this.#held.take()
    const empty = emptyCommit(this.run, this.#parts.now())
    const all = { ...empty, ...held, ended: [...ended, ...stoppedEnds(this.#active)] }
    const written = await this.#parts.commit(this.#parts.pool, all)
    if (!written.fenced) await suspendRun(this.#parts, this.run, { hasLeft: true, wakeAfterMs: null, looks: false })
    this.#close()
  }

  #abort(why: Aborted['why']): void {
    for (const { controller } of this.#active.values()) controller.abort(new Aborted(why))
  }

  /** Runs `work` after all earlier work. */
  #enter(work: () => Promise<void>): void {
    this.#door = this.#door
      .then(() => (this.#closed ? undefined : work()))
      .catch((error: unknown) => this.#close(error))
  }

  #close(error?: unknown): void {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#deadline)
    this.#held.clear()
    this.#sleepers.clear()
    this.#abort('stopped')
    if (error === undefined) this.#over.resolve()
    else this.#over.reject(error)
  }

  /** Sets how the run ends, unless already set, and aborts running steps. */
  #end(end: RunEnd): void {
    if (this.#ending) return
    this.#ending = end
    this.#abort('ended')
  }

  #endAs(end: RunEnd): void {
    this.#enter(async () => {
      this.#end(end)
      if (this.#active.size === 0) await this.#write([], [])
    })
  }

  async #resume(): Promise<void> {
    const { open, lastActive } = this.#standing
    const { deadlineAt } = this.run
    const left =
      deadlineAt && lastActive ? Math.max(0, deadlineAt.getTime() - lastActive.getTime()) : this.#more.limitMs
    this.#deadline = setTimeout(() => this.#timeOut(), Math.min(maxTimerMs, left))
    const { cut, begin, asleep } = resumeOf(open)
    for (const { step, attempt, until } of asleep) this.#sleepers.add(step, attempt, until)
    if (this.#suspicion.proven !== null) this.#end(crashEnd(this.#suspicion.proven))
    if (this.run.isCancelling) this.#end(cancelled)
    const until = new Date(this.#parts.now().getTime() + left)
    await this.#write(cut, begin, { deadlineAt: until, canWait: true })
    if (!this.#closed && this.#sleepers.size > 0)
      this.#wakeAll(await arrivalsOf(this.#parts.pool, this.run.account, this.run.id))
  }

  #timeOut(): void {
    this.#endAs(timeEnd(this.#more.limitMs))
  }

  /** The end of the run if no work is left; null if it continues. */
  #endOf(starts: readonly Beginning[]): RunEnd | null {
    if (this.#active.size > 0 || starts.length > 0) return null
    if (this.#ending) return this.#ending
    if (this.#sleepers.size > 0 || this.#left > 0) return null
    return { status: 'succeeded', error: null, output: this.#progress.last }
  }

  /** Writes ends and starts of steps, and the end of the run if no work is left; then starts the steps. */
  async #write(ended: StepEnd[], begin: readonly Beginning[], more: Written = {}): Promise<void> {
    const { run } = this
    const { bookings, costs } = more.paid ?? nothing
    if (this.#parts.isStopping() && !this.#ending) this.#left += begin.length
    const going = this.#parts.isStopping() || this.#ending ? [] : begin
    const now = this.#parts.now()
    const started = going.map((one) => driveStartOf(this.#flow.plan, one, this.#nextSeq++, now))
    this.#held.keep({ ended, started, deadlineAt: more.deadlineAt ?? null })
    if (more.canWait && this.#held.allows(going)) return this.#beginAll(going)
    const end = this.#endOf(going)
    const written = await this.#parts.commit(this.#parts.pool, {
      ...emptyCommit(run, now),
      ...this.#held.take(),
      bookings,
      paid: this.#books.add(costs),
      end,
    })
    if (written.fenced) return this.#close()
    this.#parts.tell(run, end !== null)
    if (end) return this.#close()
    this.#beginAll(going)
    if (written.isCancelling) this.cancel()
    if (this.#active.size === 0 && !this.#ending) await this.#rest()
  }

  #beginAll(starts: readonly Beginning[]): void {
    for (const { step, attempt, pauseMs = 0 } of starts) this.#begin(step, attempt, { pauseMs, woken: null })
  }

  #wake(key: string, payload: Json | null): void {
    const sleeper = this.#ending ? null : this.#sleepers.take(key)
    if (sleeper) this.#begin(sleeper.step, sleeper.attempt, { pauseMs: 0, woken: { payload } })
  }

  #wakeAll(arrivals: readonly Arrival[]): void {
    for (const { key, payload } of arrivals) this.#wake(key, payload)
  }

  #begin(step: StepKey, attempt: number, how: Pick<StepToDo, 'pauseMs' | 'woken'>): void {
    const controller = new AbortController()
    this.#active.set(step.key, { controller, attempt, isWoken: how.woken !== null })
    const work = async () => {
      const attempted = await doStep(this.#parts, this.#toDo(step, attempt, how), controller)
      this.#enter(() => this.#advance(step, attempt, attempted, controller))
    }
    work().catch((error: unknown) => this.#close(error))
  }

  #toDo(step: StepKey, attempt: number, how: Pick<StepToDo, 'pauseMs' | 'woken'>): StepToDo {
    const { run } = this
    const isFirst = step.node === this.#more.start && step.visit === 1
    return {
      run,
      node: this.#flow.plan.nodes.get(step.node),
      key: step.key,
      attempt,
      input: isFirst ? run.input : this.#progress.inputOf(step.key),
      values: { ...this.#more.values, nodes: { ...this.#progress.outputs }, now: this.#parts.now().toISOString() },
      ...how,
    }
  }

  async #advance(step: StepKey, attempt: number, attempted: Attempted, controller: AbortController): Promise<void> {
    this.#active.delete(step.key)
    const node = this.#flow.plan.nodes.get(step.node)
    const retry = node ? retryOf(node) : { times: 0, waitMs: 0 }
    const failures = this.#standing.failures.get(step.key) ?? 0
    const why: unknown = controller.signal.reason
    const judgement = decideStep.of(step, attempt, attempted, {
      isEnded: this.#ending !== null && why instanceof Aborted && why.why === 'ended',
      failures,
      retries: retry.times,
      hasErrorEdge: this.#flow.leads(step.node, 'error'),
    })
    const { next, costs } = judgement
    const begin: Beginning[] = []
    if (next.is === 'sleep') this.#sleepers.add(step, attempt, next.until)
    else if (next.is === 'end') this.#end(next.end)
    else if (next.is === 'retry') {
      this.#standing.failures.set(step.key, failures + 1)
      begin.push({ step, attempt: attempt + 1, pauseMs: pauseBefore(retry.waitMs, failures + 1) })
    } else if (next.is === 'settle' && !this.#ending)
      for (const one of this.#settle(step, next.handles, next.output)) begin.push({ step: one, attempt: 1 })
    const bookings = bookingsOf(`run:${this.run.id}:${step.key}:${attempt}`, costs)
    const canWait = next.is === 'settle' && costs.length === 0 && this.#held.isRepeatable(step.node)
    await this.#write([judgement.ended], begin, { paid: { bookings, costs }, canWait })
    const { suspects } = this.#suspicion
    if (next.is !== 'retry' && suspects.delete(step.key) && suspects.size === 0) this.#more.clear()
  }

  /** Settles a step and returns the steps that became ready. A loop beyond its limit ends the run. */
  #settle(step: StepKey, handles: readonly string[], output: Json): StepKey[] {
    try {
      return passOn(this.#progress, this.#flow, this.#progress.settle(step.key, handles, output))
    } catch (error) {
      if (!(error instanceof LoopLimit)) throw error
      this.#end(loopEnd(error))
      return []
    }
  }

  /** Called when no step is running: suspends the run, unless the next timer is due soon. */
  async #rest(): Promise<void> {
    const { soonest } = this.#sleepers
    const wakeAfterMs = soonest === null ? null : soonest - this.#parts.now().getTime()
    const looks = !this.#parts.isStopping()
    if (looks && wakeAfterMs !== null && wakeAfterMs <= shortWaitMs) return
    const parked = await suspendRun(this.#parts, this.run, { hasLeft: this.#left > 0, wakeAfterMs, looks })
    if (parked.isCancelling) return this.cancel()
    if (parked.arrivals.length > 0) return this.#wakeAll(parked.arrivals)
    this.#parts.tell(this.run, false)
    this.#close()
  }
}
