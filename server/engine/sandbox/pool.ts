/**
 * Pool of threads that evaluate user code (sandbox-worker.mjs) or validate input against schemas (schema-worker.mjs).
 * Threads start on demand and end after a minute without calls. A thread that exceeds its time limit is terminated, and
 * the next call gets a new one.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Log } from '#server/base/log.ts'
import { minThreads, isSameAccount, nextToBegin, type ScheduledCall } from './thread-scheduling.ts'

/** "schema" stands for schema validation, in separate threads. */
export type PoolLanguage = 'javascript' | 'jsonata' | 'cel' | 'liquid' | 'schema'

export interface PoolCall extends ScheduledCall {
  /** Function to call: "run", "check", "decide" or "record" of a guest; "first" or "all" of a schema thread. */
  name: string
  language: PoolLanguage
  /** JSON text. */
  payload: string
  timeoutMs: number
  signal?: AbortSignal
  /** Called once: when the call gets a thread, or when it ends without one. */
  onBegin?: (() => void) | undefined
}

/** `answer`: JSON text of the guest. Codes: "timeout", "cancelled", "memory", "crashed", "busy". */
export type PoolReply = { answer: string; ms: number } | { answer: null; code: string; ms: number }

export interface Pool {
  run(call: PoolCall): Promise<PoolReply>
  /** Ends all threads; running and waiting calls get "cancelled". */
  close(): Promise<void>
}

/** Maximum number of threads, however many cores the machine has. */
const maxWorkers = 8
/** Threads for schemas: at most two for one account, so that one is left for others. */
const schemaWorkers = 3
/** Maximum wait for a thread, longer than any code may run. After it, a call gets "busy". */
const maxWaitMs = 300_000
/** Maximum waiting calls, in total and per account, since each keeps its values in memory. Others get "busy". */
const maxWaitingCalls = 1000
const maxWaitingCallsPerAccount = 250
/** Time after the limit at which a thread is terminated, because it could not stop the code. */
const graceMs = 150
/** Time limit for starting a thread and loading a library on a busy machine. */
const startMs = 30_000
const idleMs = 60_000
/** Calls after which a thread is replaced, as a precaution: calls should leave no state. */
const callsPerWorker = 10_000
/** Memory limits of a thread in MB, in addition to the 32 MB of QuickJS: for inputs and results. */
const limits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 }

interface Job extends PoolCall {
  id: number
  waiting: NodeJS.Timeout | null
  begin: () => void
  settle: (reply: PoolReply) => void
}

interface Member {
  worker: Worker
  stop: Int32Array
  job: Job | null
  timer: NodeJS.Timeout | null
  calls: number
}

const Message = z.union([
  z.object({ id: z.number(), began: z.literal(true) }),
  z.object({ id: z.number(), answer: z.string(), ms: z.number(), isBroken: z.boolean() }),
])

class WorkerPool implements Pool {
  #members = new Set<Member>()
  #queue: Job[] = []
  #size: number
  #file: URL
  #log: Log
  #lastId = 0
  #idle: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(log: Log, file: URL, size: number) {
    this.#log = log
    this.#file = file
    this.#size = size
  }

  run(call: PoolCall): Promise<PoolReply> {
    if (this.#isClosed || call.signal?.aborted) return Promise.resolve({ answer: null, code: 'cancelled', ms: 0 })
    if (this.#isFull(call)) return Promise.resolve({ answer: null, code: 'busy', ms: 0 })
    return new Promise((done) => {
      this.#lastId = (this.#lastId % 1_000_000_000) + 1
      const stop = () => this.#cancel(job)
      const begin = () => {
        if (job.waiting === null) return
        clearTimeout(job.waiting)
        job.waiting = null
        call.onBegin?.()
      }
      const settle = (reply: PoolReply) => {
        begin()
        call.signal?.removeEventListener('abort', stop)
        done(reply)
      }
      const waiting = setTimeout(() => this.#withdraw(job, 'busy'), maxWaitMs)
      const job: Job = { ...call, id: this.#lastId, settle, begin, waiting }
      call.signal?.addEventListener('abort', stop, { once: true })
      this.#queue.push(job)
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const job of this.#queue.splice(0)) job.settle({ answer: null, code: 'cancelled', ms: 0 })
    await Promise.all([...this.#members].map((member) => this.#end(member, 'cancelled')))
    if (this.#idle) clearTimeout(this.#idle)
  }

  #isFull(call: PoolCall): boolean {
    if (this.#queue.length >= maxWaitingCalls) return true
    return this.#queue.filter((job) => isSameAccount(job, call)).length >= maxWaitingCallsPerAccount
  }

  #next(): void {
    if (this.#idle) clearTimeout(this.#idle)
    for (let job = this.#due(); job !== null; job = this.#due()) {
      const member = [...this.#members].find((each) => each.job === null) ?? this.#start()
      this.#queue.splice(this.#queue.indexOf(job), 1)
      this.#give(member, job)
    }
    const isIdle = [...this.#members].every((each) => each.job === null)
    if (isIdle) this.#idle = setTimeout(() => this.#endAll(), idleMs).unref()
  }

  #due(): Job | null {
    const running = [...this.#members].flatMap(({ job }) => job ?? [])
    return nextToBegin(this.#queue, running, this.#size)
  }

  #give(member: Member, job: Job): void {
    member.job = job
    member.calls += 1
    job.begin()
    member.timer = setTimeout(() => this.#endLate(member), startMs)
    const { id, name, language, payload, timeoutMs } = job
    member.worker.postMessage({ id, name, language, payload, timeoutMs })
  }

  #start(): Member {
    const shared = new SharedArrayBuffer(4)
    const worker = new Worker(this.#file, {
      env: {},
      // Omits the TypeScript loader of development: the worker is plain JavaScript.
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: limits,
      workerData: { stop: shared },
    })
    worker.stdout.resume()
    worker.stderr.resume()
    worker.unref()
    const member: Member = { worker, stop: new Int32Array(shared), job: null, timer: null, calls: 0 }
    this.#members.add(member)
    worker.on('message', (message: unknown) => this.#hear(member, Message.parse(message)))
    worker.on('error', (error: Error & { code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (!isMemory) this.#log.warn('A sandbox thread failed.', { error: error.message })
      void this.#end(member, isMemory ? 'memory' : 'crashed')
    })
    worker.on('exit', () => void this.#end(member, 'crashed'))
    return member
  }

  #hear(member: Member, message: z.output<typeof Message>): void {
    const { job } = member
    if (job?.id !== message.id) return
    if (member.timer) clearTimeout(member.timer)
    if ('began' in message) {
      member.timer = setTimeout(() => this.#endLate(member), job.timeoutMs + graceMs)
      return
    }
    member.job = null
    job.settle({ answer: message.answer, ms: message.ms })
    if (message.isBroken || member.calls >= callsPerWorker) void this.#end(member, 'crashed')
    else this.#next()
  }

  /** Removes a waiting call from the queue; false if it is no longer waiting. */
  #withdraw(job: Job, code: string): boolean {
    const at = this.#queue.indexOf(job)
    if (at < 0) return false
    this.#queue.splice(at, 1)
    job.settle({ answer: null, code, ms: 0 })
    return true
  }

  #cancel(job: Job): void {
    if (this.#withdraw(job, 'cancelled')) return
    const member = [...this.#members].find((each) => each.job === job)
    if (!member) return
    Atomics.store(member.stop, 0, job.id)
    if (member.timer) clearTimeout(member.timer)
    member.timer = setTimeout(() => void this.#end(member, 'cancelled'), graceMs)
  }

  #endLate(member: Member): void {
    void this.#end(member, 'timeout')
  }

  #endAll(): void {
    for (const member of this.#members) void this.#end(member, 'cancelled')
  }

  /** Terminates a thread; its running call, if any, gets `code`. */
  async #end(member: Member, code: string): Promise<void> {
    if (!this.#members.delete(member)) return
    if (member.timer) clearTimeout(member.timer)
    const { job } = member
    member.job = null
    job?.settle({ answer: null, code, ms: code === 'timeout' ? job.timeoutMs + graceMs : 0 })
    const ended = member.worker.terminate()
    if (!this.#isClosed) this.#next()
    await ended
  }
}

export const makePool = (log: Log, size = Math.min(maxWorkers, Math.max(minThreads, availableParallelism()))): Pool =>
  new WorkerPool(log, new URL('./sandbox-worker.mjs', import.meta.url), size)

/** Pool of schema threads (schema-worker.mjs), separate so that a hanging pattern does not delay flows. */
export const makeSchemaPool = (log: Log): Pool =>
  new WorkerPool(log, new URL('./schema-worker.mjs', import.meta.url), schemaWorkers)
