/**
 * Restarts the dispatch loop of DBOS when the clock of the machine is set back. DBOS plans its next look for work by that clock:
 * set back by an hour, it looks again in an hour, and no run begins until then.
 *
 * The only import from inside DBOS: of 5.3.0, the public API has nothing that restarts the loop or its plan. On an upgrade of
 * `@dbos-inc/dbos-sdk` check that
 * - `internal/wfqueue` still exports `wfQueueRunner`, and `DBOS.launch` starts its `dispatchLoop` as a method of it;
 * - `stop()` ends the loop, and a loop that begins forgets what the previous one had planned;
 * - the loop still needs this: `queue-clock.test.ts` and `test/service/runs/clock-jump.test.ts` show all three.
 */
import { wfQueueRunner } from '@dbos-inc/dbos-sdk/internal/wfqueue'
import type { Log } from '#server/base/log.ts'

const lookEveryMs = 1_000
/** Less is what keeps a clock right, and the queue waits no longer for it than this. */
const jumpMs = 1_000

/** To be called before DBOS is launched, and ended before it is shut down. */
export function followClock(log: Log): { end(): void } {
  const dispatchLoop = wfQueueRunner.dispatchLoop.bind(wfQueueRunner)
  let isAgain = false
  wfQueueRunner.dispatchLoop = async (...args) => {
    do {
      isAgain = false
      await dispatchLoop(...args)
    } while (isAgain)
  }
  // What has passed since the start of the process is not set by anybody.
  const lead = () => Date.now() - performance.now()
  let last = lead()
  const timer = setInterval(() => {
    const back = last - lead()
    last = lead()
    if (back < jumpMs) return
    log.warn('the clock was set back; the queue checks for work again', { seconds: Math.round(back / 1000) })
    isAgain = true
    wfQueueRunner.stop()
  }, lookEveryMs).unref()
  return {
    end() {
      clearInterval(timer)
      isAgain = false
      wfQueueRunner.dispatchLoop = dispatchLoop
    },
  }
}
