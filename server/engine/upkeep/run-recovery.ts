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
  endedQueueEntries,
  deleteExecutor,
  unnotifiedParents,
  otherExecutors,
  silentExecutors,
  strandedRuns,
} from '#server/store/engine/engine-recovery.ts'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import { bookInterruptedTrials } from '#server/store/tools/tool-trial.ts'
import { arrivalsOf, lockRun, nextSegment, readRunSignals } from '#server/store/engine/engine-wait.ts'
import { makePeriodicTasks } from './periodic-tasks.ts'
import type { Drive } from '#server/engine/run/drive.ts'
import { makeRunCounting } from './run-counting.ts'
import type { BudgetEnforcement } from './budget-enforcement.ts'
import type { EventBus } from '#server/engine/events/events.ts'
import type { Queue } from '#server/engine/queue/queue.ts'

/** Interval in ms of the search for stranded runs. */
const sweepMs = 2_000
/** Interval in ms at which cancellations and events from other processes are read. */
const signalsMs = 1_000
/** Maximum delay in ms until flows are active again in a new period of a budget. */
const budgetsMs = 5_000
/** Maximum delay in ms until the flows of a budget are paused that a run has met. */
const reachedBudgetsMs = 250
/** Maximum runs per search. */
const batchSize = 200
/** Ended queue entries are kept for a day, for troubleshooting. */
const workRetentionMs = 86_400_000
/**
 * Queue entries deleted per statement, and statements per round: on average 80 entries per second, more than the
 * embedded database can execute.
 */
const deleteBatchSize = 1_000
const maxDeleteBatches = 50

interface RecoveryParts {
  database: Database
  log: Log
  now: () => Date
  queue: Queue
  silentMs: number
  cleanupIntervalMs: number
  executesRuns: boolean
  drives: ReadonlyMap<string, Drive>
  events: EventBus
  budgets: BudgetEnforcement
}

export interface RunRecovery {
  start(): Promise<void>
  /** Schedules a count; to be called after the end of a run. */
  scheduleCount(): void
  notifyParent(account: string, parent: string): Promise<void>
  stop(): Promise<void>
  /** Final count, to be called after the last run. */
  finishCounting(): Promise<void>
}

async function deleteEndedWork({ database: { pool }, queue, now }: RecoveryParts): Promise<void> {
  for (let part = 0; part < maxDeleteBatches; part += 1) {
    const ended = await endedQueueEntries(pool, new Date(now().getTime() - workRetentionMs), deleteBatchSize)
    await queue.deleteWorkflows(ended)
    if (ended.length < deleteBatchSize) return
  }
}

export function makeRunRecovery(parts: RecoveryParts): RunRecovery {
  const { database, log, queue, drives, budgets } = parts
  const { pool } = database
  const tasks = makePeriodicTasks(log)
  const counting = makeRunCounting(pool, log, parts.events)

  const requeue = async (client: pg.ClientBase, account: string, run: string) => {
    const segment = await nextSegment(client, account, run, 'queued')
    await queue.enqueue(client, { account, run, segment })
  }

  const requeueUnfinished = (account: string, run: string) =>
    inTransaction(pool, async (client) => {
      const found = await lockRun(client, account, run)
      if (!found || found.status === 'waiting') return
      await requeue(client, account, run)
    })

  const notifyParent = async (account: string, parent: string) => {
    await inTransaction(pool, async (client) => {
      const found = await lockRun(client, account, parent)
      if (found?.status !== 'waiting') return
      if ((await arrivalsOf(client, account, parent)).length > 0) await requeue(client, account, parent)
    })
    drives.get(parent)?.checkEvents()
  }

  const recoverStranded = async () => {
    for (const { account, run } of await strandedRuns(pool, batchSize))
      if (!drives.has(run)) await requeueUnfinished(account, run)
  }
  const notifyParents = async () => {
    for (const { account, run } of await unnotifiedParents(pool, batchSize)) await notifyParent(account, run)
  }

  const sweep = async () => {
    await runIsolated(log, [
      ['taking over abandoned runs', recoverStranded],
      ['notifying parent runs', notifyParents],
      ['booking interrupted tool tests', () => bookInterruptedTrials(pool, log, parts.now())],
      ['counting runs', counting.countAll],
    ])
  }

  const takeOverSilent = async () => {
    await recordHeartbeat(pool, queue.executor)
    const silent = await silentExecutors(pool, queue.executor, parts.silentMs)
    if (silent.length === 0) return
    log.warn('processes stopped responding; taking over their runs', { processes: silent.length })
    await queue.release(silent)
    for (const id of silent) await deleteExecutor(pool, id)
  }

  const checkSignals = async () => {
    if (drives.size === 0) return
    for (const { run, isCancelling, hasArrival } of await readRunSignals(pool, [...drives.keys()])) {
      if (isCancelling) drives.get(run)?.cancel()
      if (hasArrival) drives.get(run)?.checkEvents()
    }
  }

  return {
    async start() {
      await recordHeartbeat(pool, queue.executor)
      if (!parts.executesRuns) return
      if (database.kind === 'pglite') await queue.release(await otherExecutors(pool, queue.executor))
      else tasks.every(Math.max(250, parts.silentMs / 5), 'checking for unresponsive processes', takeOverSilent)
      tasks.every(sweepMs, 'recovering runs', sweep)
      tasks.every(signalsMs, 'checking for cancellations and events', checkSignals)
      tasks.every(budgetsMs, 'enforcing budgets', budgets.enforceAll)
      tasks.every(reachedBudgetsMs, 'pausing flows of reached budgets', budgets.enforceScheduled)
      tasks.every(parts.cleanupIntervalMs, 'deleting finished work', () => deleteEndedWork(parts))
    },
    scheduleCount: counting.schedule,
    notifyParent,
    stop: tasks.stop,
    finishCounting: counting.finish,
  }
}
