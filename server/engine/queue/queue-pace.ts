/** How often an embedded database is asked for work: often while there is some, seldom when nothing has come for a while. */
import type { WorkflowQueue } from '@dbos-inc/dbos-sdk'
import type { Log } from '#server/base/log.ts'

/** Twenty questions a second that are answered with nothing are a seventh of a core; the first run after a rest waits no longer than this. */
const restingMs = 250
/** Nothing has come for so long. */
const restAfterMs = 20_000

export interface PollingPace {
  /** There is work. */
  used(): void
  end(): void
}

export const steadyPace: PollingPace = { used: () => {}, end: () => {} }

/** `busyMs`: between two questions while there is work. */
export function restfulPace(
  queue: Pick<WorkflowQueue, 'setMinPollingIntervalMs'>,
  busyMs: number,
  log: Log,
): PollingPace {
  let isResting = false
  const set = (ms: number) =>
    void queue
      .setMinPollingIntervalMs(ms)
      .catch((error: unknown) => log.warn('changing the queue pace failed', { error }))
  const rest = () => {
    isResting = true
    set(restingMs)
  }
  const timer = setTimeout(rest, restAfterMs).unref()
  return {
    used() {
      timer.refresh()
      if (!isResting) return
      isResting = false
      set(busyMs)
    },
    end: () => clearTimeout(timer),
  }
}
