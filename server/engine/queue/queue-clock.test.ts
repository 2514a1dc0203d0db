/** Internals of DBOS that queue-clock.ts depends on; new versions of DBOS must pass this. */
import { wfQueueRunner } from '@dbos-inc/dbos-sdk/internal/wfqueue'
import { afterEach, expect, test, vi } from 'vitest'
import { makeLog } from '#server/base/log.ts'
import { followClock } from './queue-clock.ts'

const log = makeLog('silent', false)
const hour = 3_600_000
afterEach(() => wfQueueRunner.stop())

/** DBOS's own loop, on a system database without queues. It polls at the start, then by the clock. */
function beginLoop() {
  const listQueues = vi.fn<() => Promise<never[]>>(() => Promise.resolve([]))
  const executor = {
    systemDatabase: { appName: 'test', listQueues, transitionDelayedWorkflows: () => Promise.resolve() },
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  }
  // Called like DBOS's executor does.
  const start: unknown = wfQueueRunner.dispatchLoop.bind(wfQueueRunner)
  if (typeof start !== 'function') throw new Error('There is no loop.')
  const ended: unknown = Reflect.apply(start, null, [executor, null, 1])
  return { listQueues, ended }
}

function setClockBack(): void {
  const trueNow = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => trueNow() - hour)
}

test('the loop of the queue begins anew where the clock went back, and ends when it is stopped', async () => {
  const clock = followClock(log)
  const { listQueues, ended } = beginLoop()
  await vi.waitFor(() => expect(listQueues).toHaveBeenCalledTimes(1))
  setClockBack()
  await vi.waitFor(() => expect(listQueues).toHaveBeenCalledTimes(2), { timeout: 10_000 })
  clock.end()
  wfQueueRunner.stop()
  await ended
  expect(listQueues).toHaveBeenCalledTimes(2)
})

test('without it the loop waits for the clock: once this fails, queue-clock.ts is not needed any more', async () => {
  const { listQueues, ended } = beginLoop()
  await vi.waitFor(() => expect(listQueues).toHaveBeenCalledTimes(1))
  setClockBack()
  await new Promise((done) => void setTimeout(done, 3_000))
  expect(listQueues).toHaveBeenCalledTimes(1)
  wfQueueRunner.stop()
  await ended
})
