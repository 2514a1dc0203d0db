/**
 * Runs tasks (tasks.ts): small ones in this process, others in separate processes, so that they delay neither other
 * requests nor tasks of other accounts. A thread is not sufficient: if its memory runs out during a parse, Node 24 ends
 * the whole process.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { FlowDrawing } from '#contract/flow.ts'
import type { Lint } from '#flow/health/lint.ts'
import { parseCheckedJson } from '#lib/json/safe-json.ts'
import { Fault, FaultData } from '#server/base/fault.ts'
import { ImportOutcome, UpdateOutcome } from './flow-import.ts'
import { VersionDraft, type VersionTask } from './version-draft.ts'
import { makeAccountTurns } from './fair-queue.ts'
import { decode, performTask, type Task, type TaskOutcome } from './tasks.ts'

/**
 * Maximum bytes or characters of tasks done in this process: each takes less than 50 ms for the worst known text (`npm
 * run bench -- loop`). A file is parsed, cleared of secrets and checked, which takes up to 50 µs per byte; YAML takes
 * 10 µs.
 */
const inProcessLimit: Readonly<Record<Task['kind'], number>> = {
  json: 128 * 1024,
  import: 1024,
  update: 1024,
  version: 8 * 1024,
  lint: 8 * 1024,
  draw: 8 * 1024,
  export: 8 * 1024,
}
/** Number of processes: one may be busy with an account's task while the other serves the next account. */
const processCount = 2
/** Maximum waiting tasks per account; further ones are refused. */
const maxWaitingTasks = 20
const retryAfter = 5
/** Idle time after which a process is ended, to release its memory. */
const idleMs = 30_000

/** Limits of a process. */
interface TaskLimits {
  /** Heap size in MB. A file of 32 MB needs about 800. */
  memory: number
  /** Time limit: the largest file takes about 10 s on two idle cores. */
  taskMs: number
}
const defaultLimits: TaskLimits = { memory: 1280, taskMs: 60_000 }

/** `account`: for fair scheduling; "" for internal tasks. */
export interface TaskProcess {
  /** Parses UTF-8 JSON; 400 `malformed_json` with the position of the error. */
  json(account: string, bytes: Buffer): Promise<unknown>
  /** Reads the flow in the body of an import, or the reason of its refusal; 400 if the body is invalid. */
  importFlow(account: string, bytes: Buffer): Promise<ImportOutcome>
  /** Like `importFlow`, for the body of an update. */
  updateFlow(account: string, bytes: Buffer): Promise<UpdateOutcome>
  /** Compares a new version of a flow with earlier ones, and checks it. */
  draftVersion(account: string, task: VersionTask): Promise<VersionDraft>
  /** Checks the text of a document. */
  lintDocument(account: string, text: string): Promise<Lint>
  /** Draws the text of a document. */
  drawDocument(account: string, text: string): Promise<FlowDrawing>
  /** Creates the text of an export. */
  exportFlow(account: string, task: Omit<Extract<Task, { kind: 'export' }>, 'kind'>): Promise<string>
  close(): Promise<void>
}

const Outcome: z.ZodType<TaskOutcome> = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), fault: FaultData.nullable(), message: z.string() }),
])

const AnyLint = z.custom<Lint>((value) => typeof value === 'object' && value !== null)

function valueOf(outcome: TaskOutcome): unknown {
  if (outcome.ok) return outcome.value
  if (outcome.fault) throw Fault.from(outcome.fault)
  throw new Error(`A task failed: ${outcome.message}`)
}

function sizeOf(task: Task): number {
  if (task.kind === 'version') return task.previous.length + task.next.length + (task.live?.length ?? 0)
  if ('bytes' in task) return task.bytes.length
  return 'text' in task ? task.text.length : task.flow.text.length
}

/** Exit of a process with a full heap: V8 aborts it. */
const isOutOfMemory = (code: number | null, signal: string | null): boolean => signal === 'SIGABRT' || code === 134

/** Error of a request whose task process ended. */
const exitFault = (code: number | null, signal: string | null): Error =>
  isOutOfMemory(code, signal)
    ? new Fault('too_large', 'The service does not have enough memory to read this. Send less data at a time.')
    : new Error(`The process for large files ended (${signal ?? code}).`)

const timeoutFault = (ms: number) =>
  new Fault('too_large', `Reading this took longer than ${ms / 1000} s. Send less data at a time.`)

interface Job {
  task: Task
  done: (answer: unknown) => void
  fail: (error: unknown) => void
}

/** A process that runs one task at a time: if it ends, only that task is lost, and the next one gets a new process. */
class WorkerProcess {
  #limits: TaskLimits
  #worker: ChildProcess | null = null
  /** True once the process has started: its start does not count for the task's time. */
  #isReady = false
  #job: Job | null = null
  #timer: NodeJS.Timeout | null = null
  #onFree: () => void = () => {}

  constructor(limits: TaskLimits) {
    this.#limits = limits
  }

  get isFree(): boolean {
    return this.#job === null
  }

  /** `onFree` is called when the process is free again. */
  start(job: Job, onFree: () => void): void {
    this.#job = job
    this.#onFree = onFree
    if (this.#timer) clearTimeout(this.#timer)
    this.#worker ??= this.#start()
    if (this.#isReady) this.#send(this.#worker, job)
  }

  #send(worker: ChildProcess, { task }: Job): void {
    worker.send(task)
    const { taskMs } = this.#limits
    this.#setTimer(taskMs, () => this.close(timeoutFault(taskMs)))
  }

  #finish(use: (job: Job) => void): void {
    const job = this.#job
    if (!job) return
    this.#job = null
    this.#setTimer(idleMs, () => this.#end()).unref()
    use(job)
    this.#onFree()
  }

  close(why: Error): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#end()
    this.#finish((job) => job.fail(why))
  }

  #setTimer(ms: number, onTimeout: () => void): NodeJS.Timeout {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(onTimeout, ms)
    return this.#timer
  }

  #end(): void {
    const worker = this.#worker
    this.#worker = null
    worker?.kill('SIGKILL')
  }

  #start(): ChildProcess {
    this.#isReady = false
    const runsFromSources = import.meta.url.endsWith('.ts')
    const child = fork(
      fileURLToPath(new URL('./task-worker.mjs', import.meta.url)),
      runsFromSources ? ['sources'] : [],
      {
        serialization: 'advanced',
        execArgv: [`--max-old-space-size=${this.#limits.memory}`],
        // Ignores V8's long output about a full heap; the request gets a short message.
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      },
    )
    const onExit = (error: Error) => {
      if (this.#worker !== child) return
      this.#worker = null
      this.#finish((job) => job.fail(error))
    }
    child.on('message', (message: unknown) => {
      if (this.#worker !== child) return
      if (this.#isReady) return this.#finish((job) => job.done(message))
      this.#isReady = true
      if (this.#job) this.#send(child, this.#job)
    })
    child.on('error', onExit)
    child.on('exit', (code, signal) => onExit(exitFault(code, signal)))
    child.unref()
    child.channel?.unref()
    return child
  }
}

export function makeTaskProcess(overrides: Partial<TaskLimits> = {}): TaskProcess {
  const limits = { ...defaultLimits, ...overrides }
  const processes = Array.from({ length: processCount }, () => new WorkerProcess(limits))
  const turns = makeAccountTurns<Job>()
  const startNext = () => {
    for (const place of processes) {
      if (!place.isFree) continue
      const turn = turns.next()
      if (turn === null) return
      place.start(turn.work, () => {
        turn.done()
        startNext()
      })
    }
  }
  const run = async (account: string, task: Task): Promise<unknown> => {
    if (sizeOf(task) <= inProcessLimit[task.kind]) return performTask(task)
    if (turns.waiting(account) >= maxWaitingTasks)
      throw new Fault(
        'throttled',
        `${maxWaitingTasks} large files of this account are already waiting. Try again once one has been read.`,
        {
          headers: { 'retry-after': String(retryAfter) },
        },
      )
    const answer = new Promise<unknown>((done, fail) => turns.add(account, { task, done, fail }))
    startNext()
    return valueOf(Outcome.parse(await answer))
  }
  return {
    // Valid JSON is parsed in this process: parsing is faster than transferring a value between processes.
    async json(account, bytes) {
      const removed = z.number().parse(await run(account, { kind: 'json', bytes }))
      return parseCheckedJson(decode(bytes), { removed })
    },
    importFlow: async (account, bytes) => ImportOutcome.parse(await run(account, { kind: 'import', bytes })),
    updateFlow: async (account, bytes) => UpdateOutcome.parse(await run(account, { kind: 'update', bytes })),
    draftVersion: async (account, task) => VersionDraft.parse(await run(account, { kind: 'version', ...task })),
    lintDocument: async (account, text) => AnyLint.parse(await run(account, { kind: 'lint', text })),
    drawDocument: async (account, text) => FlowDrawing.parse(await run(account, { kind: 'draw', text })),
    exportFlow: async (account, task) => z.string().parse(await run(account, { ...task, kind: 'export' })),
    async close() {
      const stopped = new Error('The service is stopping.')
      for (const { fail } of turns.drain()) fail(stopped)
      for (const place of processes) place.close(stopped)
    },
  }
}
