/**
 * Pool of threads that evaluate user code (sandbox-worker.mjs) or validate input against schemas (schema-worker.mjs).
 * Threads start on demand and end after a minute without calls. A thread that exceeds its time limit is terminated, and
 * the next call gets a new one.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Log } from '#server/base/log.ts'
import { minThreads, isSameAccount, nextToStart, type ScheduledCall } from './thread-scheduling.ts'

/** "schema": schema validation, in separate threads. */
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
  onStart?: (() => void) | undefined
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
/** Maximum wait for a thread in ms, longer than any code may run. After it, a call gets "busy". */
const maxWaitMs = 300_000
/** Maximum waiting calls, in total and per account, since each keeps its values in memory. Others get "busy". */
const maxWaitingCalls = 1000
const maxWaitingCallsPerAccount = 250
/** Time in ms after the limit at which a thread is terminated, because it could not stop the code. */
const graceMs = 150
/** Time limit in ms for starting a thread and loading a library on a busy machine. */
const startMs = 30_000
const idleMs = 60_000
/** Calls after which a thread is replaced, as a precaution: calls should leave no state. */
const callsPerWorker = 10_000
/** Memory limits of a thread in MB, in addition to the 32 MB of QuickJS: for inputs and results. */
const limits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 }

interface Job extends PoolCall {
  id: number
  queueTimer: NodeJS.Timeout | null
  onStart: () => void
  settle: (reply: PoolReply) => void
}

interface PoolThread {
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
  #threads = new Set<PoolThread>()
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
      const onStart = () => {
        if (job.queueTimer === null) return
        clearTimeout(job.queueTimer)
        job.queueTimer = null
        call.onStart?.()
      }
      const settle = (reply: PoolReply) => {
        onStart()
        call.signal?.removeEventListener('abort', stop)
        done(reply)
      }
      const queueTimer = setTimeout(() => this.#dequeue(job, 'busy'), maxWaitMs)
      const job: Job = { ...call, id: this.#lastId, settle, onStart, queueTimer }
      call.signal?.addEventListener('abort', stop, { once: true })
      this.#queue.push(job)
      this.#startJobs()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const job of this.#queue.splice(0)) job.settle({ answer: null, code: 'cancelled', ms: 0 })
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, 'cancelled')))
    if (this.#idle) clearTimeout(this.#idle)
  }

  #isFull(call: PoolCall): boolean {
    if (this.#queue.length >= maxWaitingCalls) return true
    return this.#queue.filter((job) => isSameAccount(job, call)).length >= maxWaitingCallsPerAccount
  }

  #startJobs(): void {
    if (this.#idle) clearTimeout(this.#idle)
    for (let job = this.#nextJob(); job !== null; job = this.#nextJob()) {
      const thread = [...this.#threads].find((each) => each.job === null) ?? this.#start()
      this.#queue.splice(this.#queue.indexOf(job), 1)
      this.#assign(thread, job)
    }
    const isIdle = [...this.#threads].every((each) => each.job === null)
    if (isIdle) this.#idle = setTimeout(() => this.#endAll(), idleMs).unref()
  }

  #nextJob(): Job | null {
    const running = [...this.#threads].flatMap(({ job }) => job ?? [])
    return nextToStart(this.#queue, running, this.#size)
  }

  #assign(thread: PoolThread, job: Job): void {
    thread.job = job
    thread.calls += 1
    job.onStart()
    thread.timer = setTimeout(() => this.#endOverdue(thread), startMs)
    const { id, name, language, payload, timeoutMs } = job
    thread.worker.postMessage({ id, name, language, payload, timeoutMs })
  }

  #start(): PoolThread {
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
    const thread: PoolThread = { worker, stop: new Int32Array(shared), job: null, timer: null, calls: 0 }
    this.#threads.add(thread)
    worker.on('message', (message: unknown) => this.#onMessage(thread, Message.parse(message)))
    worker.on('error', (error: Error & { code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (!isMemory) this.#log.warn('A sandbox thread failed.', { error: error.message })
      void this.#end(thread, isMemory ? 'memory' : 'crashed')
    })
    worker.on('exit', () => void this.#end(thread, 'crashed'))
    return thread
  }

  #onMessage(thread: PoolThread, message: z.output<typeof Message>): void {
    const { job } = thread
    if (job?.id !== message.id) return
    if (thread.timer) clearTimeout(thread.timer)
    if ('began' in message) {
      thread.timer = setTimeout(() => this.#endOverdue(thread), job.timeoutMs + graceMs)
      return
    }
    thread.job = null
    job.settle({ answer: message.answer, ms: message.ms })
    if (message.isBroken || thread.calls >= callsPerWorker) void this.#end(thread, 'crashed')
    else this.#startJobs()
  }

  /** Removes a waiting call from the queue; false if it is no longer waiting. */
  #dequeue(job: Job, code: string): boolean {
    const at = this.#queue.indexOf(job)
    if (at < 0) return false
    this.#queue.splice(at, 1)
    job.settle({ answer: null, code, ms: 0 })
    return true
  }

  #cancel(job: Job): void {
    if (this.#dequeue(job, 'cancelled')) return
    const thread = [...this.#threads].find((each) => each.job === job)
    if (!thread) return
    Atomics.store(thread.stop, 0, job.id)
    if (thread.timer) clearTimeout(thread.timer)
    thread.timer = setTimeout(() => void this.#end(thread, 'cancelled'), graceMs)
  }

  #endOverdue(thread: PoolThread): void {
    void this.#end(thread, 'timeout')
  }

  #endAll(): void {
    for (const thread of this.#threads) void this.#end(thread, 'cancelled')
  }

  /** Terminates a thread; its running call, if any, gets `code`. */
  async #end(thread: PoolThread, code: string): Promise<void> {
    if (!this.#threads.delete(thread)) return
    if (thread.timer) clearTimeout(thread.timer)
    const { job } = thread
    thread.job = null
    job?.settle({ answer: null, code, ms: code === 'timeout' ? job.timeoutMs + graceMs : 0 })
    const ended = thread.worker.terminate()
    if (!this.#isClosed) this.#startJobs()
    await ended
  }
}

export const makePool = (log: Log, size = Math.min(maxWorkers, Math.max(minThreads, availableParallelism()))): Pool =>
  new WorkerPool(log, new URL('./sandbox-worker.mjs', import.meta.url), size)

/** Pool of schema threads (schema-worker.mjs), separate so that a hanging pattern does not delay flows. */
export const makeSchemaPool = (log: Log): Pool =>
  new WorkerPool(log, new URL('./schema-worker.mjs', import.meta.url), schemaWorkers)
