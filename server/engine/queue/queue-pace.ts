/** Adaptive polling interval for the embedded database: short while there is work, long after a period without any. */
import type { WorkflowQueue } from '@dbos-inc/dbos-sdk'
import type { Log } from '#server/base/log.ts'

/**
 * Idle polling interval, and so the maximum delay of the first run after an idle period. Twenty empty polls per second
 * would take a seventh of a core.
 */
const idlePollMs = 250
/** Time without work after which polling slows down. */
const idleAfterMs = 20_000

export interface PollingPace {
  onWork(): void
  end(): void
}

export const steadyPace: PollingPace = { onWork: () => {}, end: () => {} }

/** `busyMs`: polling interval while there is work. */
export function adaptivePace(
  queue: Pick<WorkflowQueue, 'setMinPollingIntervalMs'>,
  busyMs: number,
  log: Log,
): PollingPace {
  let isIdle = false
  const set = (ms: number) =>
    void queue
      .setMinPollingIntervalMs(ms)
      .catch((error: unknown) => log.warn('changing the polling interval of the queue failed', { error }))
  const slowDown = () => {
    isIdle = true
    set(idlePollMs)
  }
  const timer = setTimeout(slowDown, idleAfterMs).unref()
  return {
    onWork() {
      timer.refresh()
      if (!isIdle) return
      isIdle = false
      set(busyMs)
    },
    end: () => clearTimeout(timer),
  }
}
