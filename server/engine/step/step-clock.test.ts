/** Time limits of steps, excluding the time spent waiting for a thread. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startClock } from './step-clock.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
// Other test files in this process need the real clock.
afterEach(() => void vi.useRealTimers())

test('time spent waiting for a thread does not count, even with overlapping waits', () => {
  const end = vi.fn<() => void>()
  const clock = startClock(1000, end)
  vi.advanceTimersByTime(600)
  clock.onWaitChange(1)
  clock.onWaitChange(1)
  vi.advanceTimersByTime(60_000)
  clock.onWaitChange(-1)
  vi.advanceTimersByTime(60_000)
  clock.onWaitChange(-1)
  vi.advanceTimersByTime(399)
  expect(end).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(end).toHaveBeenCalledOnce()
})

test('a stopped or expired clock does not continue after a wait', () => {
  const end = vi.fn<() => void>()
  const stopped = startClock(1000, end)
  stopped.stop()
  stopped.onWaitChange(1)
  stopped.onWaitChange(-1)
  vi.advanceTimersByTime(5000)
  expect(end).not.toHaveBeenCalled()
  const over = startClock(1000, end)
  vi.advanceTimersByTime(1000)
  over.onWaitChange(1)
  over.onWaitChange(-1)
  vi.advanceTimersByTime(5000)
  expect(end).toHaveBeenCalledOnce()
})
