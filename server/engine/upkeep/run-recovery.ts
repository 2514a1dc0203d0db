/**
 * Run recovery: heartbeat, takeover from dead processes, recovery of stranded runs, booking of interrupted trials, and
 * counting of ended runs.
 */
import type pg from 'pg'
import { runIsolated } from '#server/base/isolated-tasks.ts'
import type { Log } from '#server/base/log.ts'
import type { Database } from '#server/store/db/database.ts'
import {
  recordHeartbeat,
  endedWork,
  forgetExecutor,
  missedEnds,
  otherExecutors,
  silentExecutors,
  strandedRuns,
} from '#server/store/engine/engine-recovery.ts'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import { closeLeftTrials } from '#server/store/tools/tool-trial.ts'
import { arrivalsOf, lockRun, nextSegment, readSigns } from '#server/store/engine/engine-wait.ts'
import { makePeriodicTasks } from './periodic-tasks.ts'
import type { Drive } from '#server/engine/run/drive.ts'
import { makeRunCounting } from './run-counting.ts'
import type { EventBus } from '#server/engine/events/events.ts'
import type { Queue } from '#server/engine/queue/queue.ts'

/** Interval in ms of the search for stranded runs. */
const sweepMs = 2_000
/** Interval in ms at which cancellations and events from other processes are read. */
const signsMs = 1_000
/** Maximum runs per search. */
const atOnce = 200
/** Ended queue entries are kept for a day, for troubleshooting. */
const workKeptMs = 86_400_000
/**
 * Queue entries deleted per statement, and statements per round: on average 80 entries per second, more than the
 * embedded database can execute.
 */
const forgetAtOnce = 1_000
const forgetParts = 50

interface CareParts {
  database: Database
  log: Log
  now: () => Date
  queue: Queue
  silentMs: number
  forgetEveryMs: number
  works: boolean
  drives: ReadonlyMap<string, Drive>
  events: EventBus
}

export interface RunRecovery {
  begin(): Promise<void>
  /** Schedules a count; to be called after the end of a run. */
  count(): void
  tellParent(account: string, parent: string): Promise<void>
  end(): Promise<void>
  /** Final count, to be called after the last run. */
  last(): Promise<void>
}

async function forgetEnded({ database: { pool }, queue, now }: CareParts): Promise<void> {
  for (let part = 0; part < forgetParts; part += 1) {
    const ended = await endedWork(pool, new Date(now().getTime() - workKeptMs), forgetAtOnce)
    await queue.forget(ended)
    if (ended.length < forgetAtOnce) return
  }
}

export function makeRunRecovery(parts: CareParts): RunRecovery {
  const { database, log, queue, drives } = parts
  const { pool } = database
  const chores = makePeriodicTasks(log)
  const counting = makeRunCounting(pool, log, parts.events)

  const wake = async (client: pg.ClientBase, account: string, run: string) => {
    const segment = await nextSegment(client, account, run, 'queued')
    await queue.enqueue(client, { account, run, segment })
  }

  const restart = (account: string, run: string) =>
    inTransaction(pool, async (client) => {
      const found = await lockRun(client, account, run)
      if (!found || found.status === 'waiting') return
      await wake(client, account, run)
    })

  const tellParent = async (account: string, parent: string) => {
    await inTransaction(pool, async (client) => {
      const found = await lockRun(client, account, parent)
      if (found?.status !== 'waiting') return
      if ((await arrivalsOf(client, account, parent)).length > 0) await wake(client, account, parent)
    })
    drives.get(parent)?.nudge()
  }

  const takeUp = async () => {
    for (const { account, run } of await strandedRuns(pool, atOnce)) if (!drives.has(run)) await restart(account, run)
  }
  const tellParents = async () => {
    for (const { account, run } of await missedEnds(pool, atOnce)) await tellParent(account, run)
  }

  const sweep = async () => {
    await runIsolated(log, [
      ['taking over abandoned runs', takeUp],
      ['notifying parent runs', tellParents],
      ['booking interrupted tool tests', () => closeLeftTrials(pool, log, parts.now())],
      ['counting runs', counting.all],
    ])
  }

  const reap = async () => {
    await recordHeartbeat(pool, queue.executor)
    const silent = await silentExecutors(pool, queue.executor, parts.silentMs)
    if (silent.length === 0) return
    log.warn('processes stopped responding; taking over their runs', { processes: silent.length })
    await queue.release(silent)
    for (const id of silent) await forgetExecutor(pool, id)
  }

  const signs = async () => {
    if (drives.size === 0) return
    for (const { run, isCancelling, hasArrival } of await readSigns(pool, [...drives.keys()])) {
      if (isCancelling) drives.get(run)?.cancel()
      if (hasArrival) drives.get(run)?.nudge()
    }
  }

  return {
    async begin() {
      await recordHeartbeat(pool, queue.executor)
      if (!parts.works) return
      if (database.kind === 'pglite') await queue.release(await otherExecutors(pool, queue.executor))
      else chores.every(Math.max(250, parts.silentMs / 5), 'checking for unresponsive processes', reap)
      chores.every(sweepMs, 'recovering runs', sweep)
      chores.every(signsMs, 'checking for cancellations and events', signs)
      chores.every(parts.forgetEveryMs, 'deleting finished work', () => forgetEnded(parts))
    },
    count: counting.soon,
    tellParent,
    end: chores.end,
    last: counting.finish,
  }
}
