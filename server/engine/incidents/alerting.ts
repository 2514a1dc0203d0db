/** The incident watcher and the delivery of its messages, as parts of an engine. */
import type { Log } from '#server/base/log.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { EventBus } from '#server/engine/events/events.ts'
import { makePeriodicTasks } from '#server/engine/upkeep/periodic-tasks.ts'
import type { Database } from '#server/store/db/database.ts'
import type { AlertSender } from './alert-sender.ts'
import { makeAlertDelivery, type AlertDelivery, type EnqueueAlert } from './deliver.ts'
import { makeIncidentWatcher } from './watch.ts'

interface Parts {
  database: Database
  log: Log
  now: () => Date
  events: EventBus
  secrets: Secrets
  sender: AlertSender
  enqueue: EnqueueAlert
  /** Interval of the watcher in ms. */
  watchMs: number
  /** Pauses between attempts in ms. */
  retryMs: readonly number[]
  /** False: another process does the work. */
  isWorking: boolean
}

export interface Alerting {
  deliver: AlertDelivery['deliver']
  /** One round of the watcher at this time; only its lease keeps others from doing the same. */
  check: (at: Date) => Promise<void>
  stop(): Promise<void>
}

export function makeAlerting({ database, watchMs, isWorking, ...parts }: Parts): Alerting {
  const delivery = makeAlertDelivery({ ...parts, pool: database.pool })
  const watcher = makeIncidentWatcher({ ...parts, database, delivery })
  const tasks = makePeriodicTasks(parts.log)
  if (isWorking) tasks.every(watchMs, 'checking for incidents', () => watcher.check(parts.now()))
  return {
    deliver: delivery.deliver,
    check: watcher.check,
    async stop() {
      await tasks.stop()
      await watcher.stop()
    },
  }
}
