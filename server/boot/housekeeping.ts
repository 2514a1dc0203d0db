/**
 * Periodic tasks: deletes expired idempotency keys, sessions and flows in the trash, old activity, runs and bulk actions;
 * wakes snoozed conversations; maintains the tables of the embedded database; retries channel deregistrations; reads the
 * search texts of new definitions; counts the findings of flows that an earlier version stored.
 */
import { lt } from 'drizzle-orm'
import { runIsolated } from '#server/base/isolated-tasks.ts'
import type { Services } from '#server/protocol/services.ts'
import { deleteOldActivity } from '#server/store/writes/activity.ts'
import { rateLimit, session } from '#server/store/accounts/auth-schema.ts'
import { deleteOldBulk } from '#server/store/conversations/conversation-bulk.ts'
import { deleteOldRunBulks } from '#server/store/runs/run-bulk.ts'
import { failAbandonedReplies } from '#server/store/conversations/message-person.ts'
import { deleteOldIdempotencyKeys } from '#server/store/writes/idempotency.ts'
import { fillFlowTexts } from '#server/tasks/flow-texts.ts'
import { fillValidationSummaries } from '#server/tasks/validation-summaries.ts'
import { deleteExpiredFlows } from '#server/store/flows/flow-trash.ts'
import { deleteOldIncidents } from '#server/store/incidents/open-incidents.ts'
import { vacuumTables } from '#server/store/db/autovacuum.ts'
import { wakeConversations } from '#server/handlers/conversations/conversation.ts'
import {
  deleteOldDeliveries,
  deleteOldRuns,
  deleteOldSourceKeys,
  deleteOldChannelStates,
} from '#server/store/engine/retention.ts'

const cleanupMs = 3_600_000
/** Delay of the first clean-up, so that it does not slow down the first page. */
const firstCleanupMs = 60_000
/** Interval for waking snoozed conversations. Reading one also wakes it: this is for open pages and for lists. */
const wakeMs = 10_000
/** Interval for table maintenance: a burst of imports or runs can bloat a table within a minute. */
const tablesMs = 10_000
/** Interval for reading search texts: a new definition is found after this time. */
const textsMs = 2_000

/** One clean-up. Never throws. Several processes may run it concurrently. */
export async function runCleanup(services: Services): Promise<void> {
  const { now, config, channels, log } = services
  const { db } = services.database
  const time = now()
  const days = config.runRetentionDays
  await runIsolated(log, [
    ['deleting old idempotency keys', () => deleteOldIdempotencyKeys(db, time)],
    ['deleting old activity', () => deleteOldActivity(db, time)],
    ['deleting expired sessions', async () => db.delete(session).where(lt(session.expiresAt, time))],
    ['deleting old sign-in attempts', async () => db.delete(rateLimit).where(lt(rateLimit.expire, time.getTime()))],
    ['deleting old deliveries', () => deleteOldDeliveries(db, time)],
    ['deleting old channel states', () => deleteOldChannelStates(db, time)],
    ['deleting old incidents', () => deleteOldIncidents(services.database.pool, time)],
    ['deleting old run sources', () => deleteOldSourceKeys(db, time)],
    ['deleting old bulk changes', () => deleteOldBulk(db, time)],
    ['deleting old bulk actions of runs', () => deleteOldRunBulks(db, time)],
    ['marking unsent messages as failed', () => failAbandonedReplies(db, time)],
    ['deleting expired flows in the trash', () => deleteExpiredFlows(db, time)],
    ['deleting old runs', async () => days !== null && deleteOldRuns(db, time, days)],
    // The only process of an embedded database continues them at its start.
    ['continuing sample workspaces', async () => services.database.kind === 'postgres' && services.sampleJobs.resume()],
    ['deregistering channels', () => channels.retryDeregistrations()],
    // Last, because it takes minutes after an upgrade.
    ['counting the findings of flows', () => fillValidationSummaries(services)],
  ])
}

/** Starts work that never throws, unless it is still in progress. */
function withoutOverlap(work: () => Promise<unknown>): () => void {
  let isBusy = false
  return () => {
    if (isBusy) return
    isBusy = true
    void work().finally(() => {
      isBusy = false
    })
  }
}

/** Starts the periodic tasks and returns the function that stops them. */
export function startHousekeeping(services: Services): () => void {
  const run = () => void runCleanup(services)
  const maintainTables = withoutOverlap(() =>
    vacuumTables(services.database.pool).catch((error: unknown) =>
      services.log.warn('table maintenance failed', { error }),
    ),
  )
  const fillTexts = withoutOverlap(() =>
    fillFlowTexts(services).catch((error: unknown) => services.log.warn('reading search texts failed', { error })),
  )
  const wake = () =>
    void wakeConversations(services).catch((error: unknown) =>
      services.log.warn('waking snoozed conversations failed', { error }),
    )
  const first = setTimeout(run, firstCleanupMs).unref()
  const timers = [
    setInterval(run, cleanupMs).unref(),
    setInterval(wake, wakeMs).unref(),
    setInterval(fillTexts, textsMs).unref(),
  ]
  if (services.database.kind === 'pglite') timers.push(setInterval(maintainTables, tablesMs).unref())
  return () => {
    clearTimeout(first)
    for (const timer of timers) clearInterval(timer)
  }
}
