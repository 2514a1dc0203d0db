/**
 * Adds sample workspaces, and continues those that a killed process left unfinished. A lease prevents that two processes
 * write the same one; on the embedded database there is one process, which only continues them at its start.
 */
import type { Log } from '#server/base/log.ts'
import type { Database } from '#server/store/db/database.ts'
import { makeLeases } from '#server/store/db/lease.ts'
import { makeSample, resumeSample, type SampleCounts, type SampleOptions } from './sample.ts'
import { unfinishedSamples, type SampleSizes } from './sample-progress.ts'
import { SampleUnfinishedError } from './sample-removal.ts'

/** Runs `work` unless another caller already writes the sample of this account. */
async function withLease<R>(database: Database, account: string, work: () => Promise<R>): Promise<R> {
  const leases = makeLeases(database)
  try {
    if (!(await leases.acquire(`sample ${account}`))) throw new SampleUnfinishedError()
    return await work()
  } finally {
    await leases.close()
  }
}

/** Like `makeSample`, which must not be called without the lease in a service. */
export const addSample = (database: Database, account: string, options: SampleOptions): Promise<SampleCounts> =>
  withLease(database, account, () => makeSample(database.pool, account, options))

export interface SampleJobs {
  /** Resolves when the sample is complete. Throws as `makeSample`. */
  add(account: string, sizes: SampleSizes): Promise<SampleCounts>
  /** Continues unfinished samples of processes that have ended. Failures are only logged. */
  resume(): Promise<void>
  /** Stops before the next rows; the next start continues. */
  stop(): Promise<void>
}

export function makeSampleJobs(parts: { database: Database; log: Log; now: () => Date }): SampleJobs {
  const { database, log, now } = parts
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Set<Promise<unknown>>()
  const track = <R>(task: Promise<R>): Promise<R> => {
    running.add(task)
    return task.finally(() => running.delete(task))
  }
  const resumeOne = (account: string) =>
    track(withLease(database, account, () => resumeSample(database.pool, account, signal))).catch((error: unknown) => {
      if (!signal.aborted && !(error instanceof SampleUnfinishedError))
        log.warn('the sample workspace could not be completed', { account, error })
    })
  return {
    add: (account, sizes) => track(addSample(database, account, { ...sizes, now: now(), signal })),
    async resume() {
      const unfinished = await unfinishedSamples(database.pool).catch((error: unknown) => {
        log.warn('reading unfinished sample workspaces failed', { error })
        return []
      })
      for (const { account } of unfinished) await resumeOne(account)
    },
    async stop() {
      stopping.abort()
      await Promise.allSettled(running)
    },
  }
}
