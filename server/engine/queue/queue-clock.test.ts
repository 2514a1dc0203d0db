/** Tests the DBOS internals that queue-clock.ts depends on; new versions of DBOS must pass. */
import { wfQueueRunner } from '@dbos-inc/dbos-sdk/internal/wfqueue'
import { afterEach, expect, test, vi } from 'vitest'
import { makeLog } from '#server/base/log.ts'
import { watchClock } from './queue-clock.ts'

const log = makeLog('silent', false)
const hour = 3_600_000
afterEach(() => wfQueueRunner.stop())

/** The dispatch loop of DBOS, on a system database without queues. It polls at the start, then by the clock. */
function beginLoop() {
  const listQueues = vi.fn<() => Promise<never[]>>(() => Promise.resolve([]))
  const executor = {
    systemDatabase: { appName: 'test', listQueues, transitionDelayedWorkflows: () => Promise.resolve() },
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  }
  // Called in the same way as by the executor of DBOS.
  const start: unknown = wfQueueRunner.dispatchLoop.bind(wfQueueRunner)
  if (typeof start !== 'function') throw new Error('DBOS has no dispatch loop.')
  const ended: unknown = Reflect.apply(start, null, [executor, null, 1])
  return { listQueues, ended }
}

function setClockBack(): void {
  const trueNow = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => trueNow() - hour)
}

test('the dispatch loop restarts when the clock is set back, and ends when it is stopped', async () => {
  const clock = watchClock(log)
  const { listQueues, ended } = beginLoop()
  await vi.waitFor(() => expect(listQueues).toHaveBeenCalledTimes(1))
  setClockBack()
  await vi.waitFor(() => expect(listQueues).toHaveBeenCalledTimes(2), { timeout: 10_000 })
  clock.end()
  wfQueueRunner.stop()
  await ended
  expect(listQueues).toHaveBeenCalledTimes(2)
})

test('without queue-clock.ts the loop waits for the clock; if this fails, the file can be removed', async () => {
  const { listQueues, ended } = beginLoop()
  await vi.waitFor(() => expect(listQueues).toHaveBeenCalledTimes(1))
  setClockBack()
  await new Promise((done) => void setTimeout(done, 3_000))
  expect(listQueues).toHaveBeenCalledTimes(1)
  wfQueueRunner.stop()
  await ended
})
