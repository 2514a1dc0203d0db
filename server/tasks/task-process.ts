/**
 * Does tasks (tasks.ts): small ones at once, all others in processes of their own, so that other requests do not wait for them,
 * and no account for the tasks of another. A thread would not do: where its memory ends in the middle of a parse, Node 24 ends the whole process.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Lint } from '#flow/health/lint.ts'
import { checkedJson } from '#lib/json/safe-json.ts'
import { Fault, FaultData } from '#server/base/fault.ts'
import { ImportOutcome } from './flow-import.ts'
import { makeAccountTurns } from './account-turns.ts'
import { decode, perform, type Task, type TaskOutcome } from './tasks.ts'

/**
 * Bytes or characters up to which a task is done at once: each takes less than 50 ms with the worst text that we know
 * (`npm run bench -- loop`). A file is read, cleared of secrets and looked through, which takes up to 50 µs a byte; YAML takes 10 µs.
 */
const atOnce: Readonly<Record<Task['kind'], number>> = {
  json: 128 * 1024,
  import: 1024,
  lint: 8 * 1024,
  export: 8 * 1024,
}
/** Processes: while one works for an account, there is one for the next. */
const places = 2
/** Tasks of one account that wait; more are told to come again. */
const mostWaiting = 20
const retryAfter = 5
/** A process is let go after this long without work: it holds what it has read. */
const idleMs = 30_000

/** What a process may take. */
interface TaskLimits {
  /** MB of its values. A file of 32 MB needs about 800. */
  memory: number
  /** The largest file takes some 10 s on two quiet cores. */
  taskMs: number
}
const usualLimits: TaskLimits = { memory: 1280, taskMs: 60_000 }

/** `account`: whose turn it is; "" for what no account sends. */
export interface TaskProcess {
  /** The value of UTF-8 bytes; 400 `malformed_json` with the place where it is wrong. */
  json(account: string, bytes: Buffer): Promise<unknown>
  /** The flow in the body of an import, or why there is none; 400 where the body is wrong. */
  importFlow(account: string, bytes: Buffer): Promise<ImportOutcome>
  /** Of the text of a document. */
  lintDocument(account: string, text: string): Promise<Lint>
  /** The text of an export. */
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
  if ('bytes' in task) return task.bytes.length
  return 'text' in task ? task.text.length : task.flow.text.length
}

/** How a process ends whose heap is full: V8 aborts it. */
const isOutOfMemory = (code: number | null, signal: string | null): boolean => signal === 'SIGABRT' || code === 134

/** What a request is told when the process ended under its task. */
const lostFault = (code: number | null, signal: string | null): Error =>
  isOutOfMemory(code, signal)
    ? new Fault('too_large', 'The service does not have enough memory to read this.')
    : new Error(`The process for large files ended (${signal ?? code}).`)

const late = (ms: number) =>
  new Fault('too_large', `Reading this took longer than ${ms / 1000} s. Send less data at a time.`)

interface Job {
  task: Task
  done: (answer: unknown) => void
  fail: (error: unknown) => void
}

/** A process that does one task at a time: one that ends takes only the task it was doing with it; the next gets a new one. */
class Place {
  #limits: TaskLimits
  #worker: ChildProcess | null = null
  /** What the process is told once it has started: its start is no part of the task. */
  #isReady = false
  #job: Job | null = null
  #timer: NodeJS.Timeout | null = null
  #after: () => void = () => {}

  constructor(limits: TaskLimits) {
    this.#limits = limits
  }

  get isFree(): boolean {
    return this.#job === null
  }

  /** `after` is called when the place is free again. */
  work(job: Job, after: () => void): void {
    this.#job = job
    this.#after = after
    if (this.#timer) clearTimeout(this.#timer)
    this.#worker ??= this.#start()
    if (this.#isReady) this.#send(this.#worker, job)
  }

  #send(worker: ChildProcess, { task }: Job): void {
    worker.send(task)
    const { taskMs } = this.#limits
    this.#wait(taskMs, () => this.close(late(taskMs)))
  }

  #finish(use: (job: Job) => void): void {
    const job = this.#job
    if (!job) return
    this.#job = null
    this.#wait(idleMs, () => this.#end()).unref()
    use(job)
    this.#after()
  }

  close(why: Error): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#end()
    this.#finish((job) => job.fail(why))
  }

  #wait(ms: number, over: () => void): NodeJS.Timeout {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(over, ms)
    return this.#timer
  }

  #end(): void {
    const ended = this.#worker
    this.#worker = null
    ended?.kill('SIGKILL')
  }

  #start(): ChildProcess {
    this.#isReady = false
    const sources = import.meta.url.endsWith('.ts')
    const started = fork(fileURLToPath(new URL('./task-worker.mjs', import.meta.url)), sources ? ['sources'] : [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${this.#limits.memory}`],
      // V8 writes pages about a full heap; the request is told in a sentence.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const lost = (error: Error) => {
      if (this.#worker !== started) return
      this.#worker = null
      this.#finish((job) => job.fail(error))
    }
    started.on('message', (message: unknown) => {
      if (this.#worker !== started) return
      if (this.#isReady) return this.#finish((job) => job.done(message))
      this.#isReady = true
      if (this.#job) this.#send(started, this.#job)
    })
    started.on('error', lost)
    started.on('exit', (code, signal) => lost(lostFault(code, signal)))
    started.unref()
    started.channel?.unref()
    return started
  }
}

export function makeTaskProcess(given: Partial<TaskLimits> = {}): TaskProcess {
  const limits = { ...usualLimits, ...given }
  const all = Array.from({ length: places }, () => new Place(limits))
  const turns = makeAccountTurns<Job>()
  const next = () => {
    for (const place of all) {
      if (!place.isFree) continue
      const turn = turns.next()
      if (turn === null) return
      place.work(turn.work, () => {
        turn.done()
        next()
      })
    }
  }
  const run = async (account: string, task: Task): Promise<unknown> => {
    if (sizeOf(task) <= atOnce[task.kind]) return perform(task)
    if (turns.waiting(account) >= mostWaiting)
      throw new Fault(
        'throttled',
        `${mostWaiting} large files of this account are already waiting. Try again once one has been read.`,
        {
          headers: { 'retry-after': String(retryAfter) },
        },
      )
    const answer = new Promise<unknown>((done, fail) => turns.add(account, { task, done, fail }))
    next()
    return valueOf(Outcome.parse(await answer))
  }
  return {
    // What is right is parsed here: the parser is quicker than a value on its way between processes.
    async json(account, bytes) {
      const removed = z.number().parse(await run(account, { kind: 'json', bytes }))
      return checkedJson(decode(bytes), { removed })
    },
    importFlow: async (account, bytes) => ImportOutcome.parse(await run(account, { kind: 'import', bytes })),
    lintDocument: async (account, text) => AnyLint.parse(await run(account, { kind: 'lint', text })),
    exportFlow: async (account, task) => z.string().parse(await run(account, { ...task, kind: 'export' })),
    async close() {
      const stopped = new Error('The service is stopping.')
      for (const { fail } of turns.drain()) fail(stopped)
      for (const place of all) place.close(stopped)
    },
  }
}
