/** Adds ended runs to the totals, shortly after their end, and publishes change events. */
import type pg from 'pg'
import type { Log } from '#server/base/log.ts'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import { countBatch, tallyBatch, type CountedRun } from '#server/store/engine/engine-tally.ts'
import type { EventBus } from '#server/engine/events/events.ts'

/** Delay in ms, in which further runs are collected. */
const collectMs = 50
/** Minimum interval in ms between counts, since a count takes as much work as a step. */
const minIntervalMs = 500

export interface RunCounting {
  /** Schedules a count. */
  schedule: () => void
  /** Counts all uncounted runs now. */
  countAll: () => Promise<void>
  /** Counts for the last time, before the process ends. */
  finish: () => Promise<void>
}

function publishCounted(events: EventBus, counted: readonly CountedRun[]): void {
  const flows = new Map(counted.map(({ account, flowId }) => [JSON.stringify([account, flowId]), { account, flowId }]))
  for (const { account, flowId } of flows.values())
    events.publish(account, { noun: 'flow', id: flowId, change: 'changed' })
  for (const account of new Set(counted.map((run) => run.account)))
    events.publish(account, { noun: 'balance', id: account, change: 'changed' })
  for (const { account, conversationId } of counted)
    if (conversationId !== null)
      events.publish(account, { noun: 'conversation', id: conversationId, change: 'changed' })
}

export function makeRunCounting(pool: pg.Pool, log: Log, events: EventBus): RunCounting {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let isFinished = false
  let countedAt = -Infinity

  const countBatches = async () => {
    for (;;) {
      const counted = await inTransaction(pool, countBatch)
      publishCounted(events, counted)
      if (counted.length < tallyBatch) return
    }
  }
  const countAll = (): Promise<void> => {
    running ??= countBatches().finally(() => {
      countedAt = performance.now()
      running = null
    })
    return running
  }
  const countLogged = () =>
    countAll().catch((error: unknown) => log.warn('counting runs failed; it will be retried', { error }))

  return {
    schedule() {
      if (isFinished) return
      timer ??= setTimeout(
        () => {
          timer = null
          // Runs that end during a count are counted by the next one.
          void (running ?? Promise.resolve()).catch(() => {}).then(countLogged)
        },
        Math.max(collectMs, countedAt + minIntervalMs - performance.now()),
      )
    },
    countAll,
    async finish() {
      isFinished = true
      if (timer) clearTimeout(timer)
      await running?.catch(() => {})
      await countLogged()
    },
  }
}
