/**
 * Restarts the dispatch loop of DBOS when the clock of the machine is set back. DBOS schedules its next poll by that
 * clock: set back by an hour, it polls again in an hour, and no run starts until then.
 *
 * The only import of DBOS internals: the public API of 5.3.0 cannot restart the loop or its schedule. On an upgrade of
 * `@dbos-inc/dbos-sdk` check that
 * - `internal/wfqueue` still exports `wfQueueRunner`, and `DBOS.launch` starts its `dispatchLoop` as a method of it;
 * - `stop()` ends the loop, and a new loop discards the schedule of the previous one;
 * - the loop still needs this: `queue-clock.test.ts` and `test/service/runs/clock-jump.test.ts` show all three.
 */
import { wfQueueRunner } from '@dbos-inc/dbos-sdk/internal/wfqueue'
import type { Log } from '#server/base/log.ts'

const checkEveryMs = 1_000
/** Smaller jumps are normal clock adjustments, and delay the queue by at most this time. */
const jumpMs = 1_000

/** To be started before DBOS is launched, and ended before it is shut down. */
export function watchClock(log: Log): { end(): void } {
  const dispatchLoop = wfQueueRunner.dispatchLoop.bind(wfQueueRunner)
  let mustRestart = false
  wfQueueRunner.dispatchLoop = async (...args) => {
    do {
      mustRestart = false
      await dispatchLoop(...args)
    } while (mustRestart)
  }
  // performance.now() is monotonic: clock adjustments do not affect it.
  const clockOffset = () => Date.now() - performance.now()
  let last = clockOffset()
  const timer = setInterval(() => {
    const setBackMs = last - clockOffset()
    last = clockOffset()
    if (setBackMs < jumpMs) return
    log.warn('the clock was set back; the queue checks for work again', { seconds: Math.round(setBackMs / 1000) })
    mustRestart = true
    wfQueueRunner.stop()
  }, checkEveryMs).unref()
  return {
    end() {
      clearInterval(timer)
      mustRestart = false
      wfQueueRunner.dispatchLoop = dispatchLoop
    },
  }
}
