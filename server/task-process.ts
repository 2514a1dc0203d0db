/**
 * Does tasks (tasks.ts): small ones at once, large ones in a process of its own, so that other requests do not wait for them.
 * A thread would not do: where its memory ends in the middle of a parse, Node 24 ends the whole process.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Lint } from '#flow/lint.ts'
import { Fault, FaultData } from './fault.ts'
import { ImportOutcome } from './flow-import.ts'
import { perform, type Task, type TaskOutcome } from './tasks.ts'

/** Bytes or characters that are worked on at once: some milliseconds. */
const smallSize = 256 * 1024
/** The process is let go after this long without work: it holds what it has read. */
const idleMs = 30_000
/** MB that its values may take. A file of 32 MB needs about half of it; one made of empty objects needs more. */
const usualMemory = 1536

export interface TaskProcess {
  /** The value of UTF-8 bytes; 400 `malformed_json` with the place where it is wrong. */
  json(bytes: Buffer): Promise<unknown>
  /** The flow in the body of an import, or why there is none; 400 where the body is wrong. */
  importFlow(bytes: Buffer): Promise<ImportOutcome>
  /** Of the text of a document. */
  lintDocument(text: string): Promise<Lint>
  /** The text of an export. */
  exportFlow(task: Omit<Extract<Task, { kind: 'export' }>, 'kind'>): Promise<string>
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
    ? new Fault('too_large', 'Reading this takes more memory than the service has.')
    : new Error(`The process for large texts ended (${signal ?? code}).`)

interface Job {
  task: Task
  done: (answer: unknown) => void
  fail: (error: unknown) => void
}

/** One task at a time: a process that ends takes only the task it was doing with it; the next gets a new one. */
export function makeTaskProcess(memory = usualMemory): TaskProcess {
  let worker: ChildProcess | null = null
  let idle: NodeJS.Timeout | null = null
  let current: Job | null = null
  const queue: Job[] = []

  const end = () => {
    if (idle) clearTimeout(idle)
    const ended = worker
    worker = null
    ended?.kill('SIGKILL')
  }
  const next = () => {
    if (current) return
    current = queue.shift() ?? null
    if (idle) clearTimeout(idle)
    if (!current) idle = setTimeout(end, idleMs).unref()
    else (worker ??= start()).send(current.task)
  }
  const finish = (use: (job: Job) => void) => {
    const job = current
    current = null
    if (job) use(job)
    next()
  }
  const start = (): ChildProcess => {
    const sources = import.meta.url.endsWith('.ts')
    const started = fork(fileURLToPath(new URL('./task-worker.mjs', import.meta.url)), sources ? ['sources'] : [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memory}`],
      // V8 writes pages about a full heap; the request is told in a sentence.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.on('message', (message: unknown) => finish((job) => job.done(message)))
    const lost = (error: Error) => {
      if (worker !== started) return
      worker = null
      finish((job) => job.fail(error))
    }
    started.on('error', lost)
    started.on('exit', (code, signal) => lost(lostFault(code, signal)))
    started.unref()
    started.channel?.unref()
    return started
  }
  const run = async (task: Task): Promise<unknown> => {
    if (sizeOf(task) <= smallSize) return perform(task)
    const answer = new Promise<unknown>((done, fail) => void queue.push({ task, done, fail }))
    next()
    return valueOf(Outcome.parse(await answer))
  }
  return {
    json: (bytes) => run({ kind: 'json', bytes }),
    importFlow: async (bytes) => ImportOutcome.parse(await run({ kind: 'import', bytes })),
    lintDocument: async (text) => AnyLint.parse(await run({ kind: 'lint', text })),
    exportFlow: async (task) => z.string().parse(await run({ ...task, kind: 'export' })),
    async close() {
      end()
      const stopped = new Error('The service is stopping.')
      for (const { fail } of queue.splice(0)) fail(stopped)
      finish((job) => job.fail(stopped))
      if (idle) clearTimeout(idle)
    },
  }
}
