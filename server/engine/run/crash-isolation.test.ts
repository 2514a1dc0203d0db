/** Selection of steps to start in isolation, and detection of the step that kills its process. */
import { afterEach, expect, test, vi } from 'vitest'
import type { LoggedStep } from '#server/store/engine/engine-run.ts'
import { maxCrashes, sharedCrashes, SuspectLane, suspectStepsOf } from './crash-isolation.ts'

afterEach(() => void vi.useRealTimers())

const row = (status: string): LoggedStep => ({
  seq: 0,
  key: 'a#1',
  nodeId: 'a',
  status,
  handle: null,
  attempt: 1,
  startedAt: new Date(0),
  durationMs: null,
  error: null,
  output: null,
  wakeAt: null,
  event: null,
  payload: null,
})
const after = (crashes: number, last = 'running') =>
  suspectStepsOf({
    open: [{ step: { key: 'a#1', node: 'a', visit: 1 }, last: row(last) }],
    crashes: new Map([['a#1', crashes]]),
  })

test('a step starts in isolation after two interruptions, and is the cause after three more', () => {
  expect([...after(sharedCrashes - 2).suspects]).toEqual([])
  expect([...after(sharedCrashes - 1).suspects]).toEqual(['a#1'])
  expect(after(maxCrashes - 2).crashingNode).toBe(null)
  expect(after(maxCrashes - 1).crashingNode).toBe('a')
})

test('an attempt that ended or was stopped regularly is not counted', () => {
  expect([...after(sharedCrashes - 1, 'failed').suspects]).toEqual([])
  expect(after(maxCrashes - 1, 'failed').crashingNode).toBe(null)
})

test('only one run holds the lane, none in the first seconds, and only the holder releases it', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const lane = new SuspectLane()
  const [one, other] = [{}, {}]
  expect(lane.acquire(one)).toBe(false)
  vi.advanceTimersByTime(5_000)
  expect([lane.acquire(one), lane.acquire(other)]).toEqual([true, false])
  lane.release(other)
  expect(lane.acquire(other)).toBe(false)
  lane.release(one)
  expect(lane.acquire(other)).toBe(true)
})
