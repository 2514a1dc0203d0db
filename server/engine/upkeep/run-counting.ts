/** Adds ended runs to the totals, shortly after their end, and publishes change events. */
import type pg from 'pg'
import type { Log } from '#server/base/log.ts'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import { tally, tallyBatch, type Counted } from '#server/store/engine/engine-tally.ts'
import type { EventBus } from '#server/engine/events/events.ts'

/** Delay in ms, in which further runs are collected. */
const soonMs = 50
/** Minimum interval in ms between counts, since a count takes as much work as a step. */
const betweenMs = 500

export interface RunCounting {
  /** Schedules a count. */
  soon: () => void
  /** Counts all uncounted runs now. */
  all: () => Promise<void>
  /** Counts for the last time, before the process ends. */
  finish: () => Promise<void>
}

function tellAll(events: EventBus, counted: readonly Counted[]): void {
  const flows = new Map(counted.map(({ account, flowId }) => [JSON.stringify([account, flowId]), { account, flowId }]))
  for (const { account, flowId } of flows.values())
    events.tell(account, { noun: 'flow', id: flowId, change: 'changed' })
  for (const account of new Set(counted.map((run) => run.account)))
    events.tell(account, { noun: 'balance', id: account, change: 'changed' })
  for (const { account, conversationId } of counted)
    if (conversationId !== null) events.tell(account, { noun: 'conversation', id: conversationId, change: 'changed' })
}

export function makeRunCounting(pool: pg.Pool, log: Log, events: EventBus): RunCounting {
  let timer: NodeJS.Timeout | null = null
  let underWay: Promise<void> | null = null
  let isOver = false
  let countedAt = -Infinity

  const batches = async () => {
    for (;;) {
      const counted = await inTransaction(pool, tally)
      tellAll(events, counted)
      if (counted.length < tallyBatch) return
    }
  }
  const all = (): Promise<void> => {
    underWay ??= batches().finally(() => {
      countedAt = performance.now()
      underWay = null
    })
    return underWay
  }
  const logged = () => all().catch((error: unknown) => log.warn('counting runs failed; it will be retried', { error }))

  return {
    soon() {
      if (isOver) return
      timer ??= setTimeout(
        () => {
          timer = null
          // Runs that end during a count are counted by the next one.
          void (underWay ?? Promise.resolve()).catch(() => {}).then(logged)
        },
        Math.max(soonMs, countedAt + betweenMs - performance.now()),
      )
    },
    all,
    async finish() {
      isOver = true
      if (timer) clearTimeout(timer)
      await underWay?.catch(() => {})
      await logged()
    },
  }
}
