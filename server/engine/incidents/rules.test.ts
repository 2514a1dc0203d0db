import { describe, expect, test } from 'vitest'
import {
  failingWindows,
  hasRecovered,
  isFailing,
  isScheduleMissed,
  isSilent,
  isWorse,
  levelOf,
  outcomesSinceFailure,
  successesToRecover,
  type RunCounts,
} from './rules.ts'

const [hour, day] = failingWindows

describe('a failing flow', () => {
  test.each<[string, RunCounts, number | null, boolean]>([
    ['too few failures', { failed: 4, runs: 4 }, 0, false],
    ['five of five', { failed: 5, runs: 5 }, null, true],
    ['a small share', { failed: 9, runs: 100 }, 0, false],
    ['a tenth', { failed: 10, runs: 100 }, 0.01, true],
    ['less than three times the usual share', { failed: 25, runs: 100 }, 0.1, false],
    ['three times the usual share', { failed: 31, runs: 100 }, 0.1, true],
    ['usually half, now nearly all', { failed: 95, runs: 100 }, 0.5, true],
    ['usually half, as usual', { failed: 50, runs: 100 }, 0.5, false],
  ])('in an hour: %s', (_, counts, usual, expected) => {
    expect(isFailing(hour, counts, usual)).toBe(expected)
  })

  test('in a day counts from three failures, if they are half of the runs', () => {
    expect(isFailing(day, { failed: 3, runs: 6 }, null)).toBe(true)
    expect(isFailing(day, { failed: 3, runs: 7 }, null)).toBe(false)
    expect(isFailing(day, { failed: 2, runs: 2 }, null)).toBe(false)
  })

  const successes = (runs: number) => Array.from({ length: runs }, () => true)
  /** Six of ten failed, while it lasted. */
  const mixed = [false, false, true, false, true, false, true, false, true, false]

  test('counts successes since the last failure, and the share of failures while they lasted', () => {
    expect(outcomesSinceFailure([])).toEqual({ successes: 0, failingShare: 0 })
    expect(outcomesSinceFailure(successes(4))).toEqual({ successes: 4, failingShare: 0 })
    expect(outcomesSinceFailure([...successes(2), ...mixed, ...successes(90)])).toEqual({
      successes: 2,
      failingShare: 0.6,
    })
  })

  test('an outage in a busy hour is over with the runs after it, not an hour later', () => {
    const counts = [
      { window: hour, failed: 6, runs: 60 },
      { window: day, failed: 6, runs: 900 },
    ]
    const outage = [false, false, false, false, false, false]
    const outcomes = (after: number) => [...successes(after), ...outage, ...successes(51)]
    expect(hasRecovered({ counts, outcomes: outcomes(2), usual: 0 })).toBe(false)
    expect(hasRecovered({ counts, outcomes: outcomes(3), usual: 0 })).toBe(true)
  })

  test('recovers after successes that are no coincidence', () => {
    expect(successesToRecover(1)).toBe(3)
    expect(successesToRecover(0.6)).toBe(8)
    expect(successesToRecover(0.2)).toBe(31)
    expect(successesToRecover(0)).toBe(100)
    const counts = [
      { window: hour, failed: 12, runs: 20 },
      { window: day, failed: 12, runs: 20 },
    ]
    expect(hasRecovered({ counts, outcomes: [...successes(7), ...mixed], usual: 0.01 })).toBe(false)
    expect(hasRecovered({ counts, outcomes: [...successes(8), ...mixed], usual: 0.01 })).toBe(true)
  })

  test('recovers once no window has failures, or the share is half of that at which it opens', () => {
    const counts = (failed: number, inDay: number) => [
      { window: hour, failed, runs: 100 },
      { window: day, failed: inDay, runs: 400 },
    ]
    expect(hasRecovered({ counts: counts(0, 0), outcomes: [false], usual: 0 })).toBe(true)
    expect(hasRecovered({ counts: counts(4, 30), outcomes: [false], usual: 0 })).toBe(true)
    expect(hasRecovered({ counts: counts(6, 30), outcomes: [false], usual: 0 })).toBe(false)
  })
})

test('a frequent schedule must miss two times in a row', () => {
  expect(isScheduleMissed({ misses: 1, intervalMs: 86_400_000 })).toBe(true)
  expect(isScheduleMissed({ misses: 1, intervalMs: 60_000 })).toBe(false)
  expect(isScheduleMissed({ misses: 2, intervalMs: 60_000 })).toBe(true)
})

describe('a silent channel', () => {
  const steady = Array.from({ length: 28 }, () => 40)
  const onWeekdays = Array.from({ length: 28 }, (_, index) => (index % 7 < 5 ? 40 : 0))
  test('has been silent for longer than its longest gap, and misses many events', () => {
    expect(isSilent({ perDay: steady, silentDays: 0 })).toBe(false)
    expect(isSilent({ perDay: steady, silentDays: 1 })).toBe(true)
    expect(isSilent({ perDay: onWeekdays, silentDays: 2 })).toBe(false)
    expect(isSilent({ perDay: onWeekdays, silentDays: 3 })).toBe(true)
    expect(isSilent({ perDay: steady.map(() => 1), silentDays: 19 })).toBe(false)
    expect(isSilent({ perDay: [], silentDays: 100 })).toBe(false)
  })

  test('days before its first event are no gap', () => {
    expect(isSilent({ perDay: [...steady.map(() => 0), ...steady], silentDays: 1 })).toBe(true)
  })
})

test('ten times as many is a level, and so is a step', () => {
  expect(levelOf({ step: 0, count: 49, openCount: 1 })).toBe(0)
  expect(levelOf({ step: 0, count: 50, openCount: 5 })).toBe(1)
  expect(levelOf({ step: 0, count: 499, openCount: 5 })).toBe(1)
  expect(levelOf({ step: 0, count: 5000, openCount: 5 })).toBe(3)
  expect(levelOf({ step: 2, count: 0, openCount: 0 })).toBe(2)
})

test('a burst is not told twice', () => {
  const before = { level: 0, reportedAt: 0 }
  expect(isWorse(before, 2, 14 * 60_000)).toBe(false)
  expect(isWorse(before, 2, 15 * 60_000)).toBe(true)
  expect(isWorse(before, 0, 15 * 60_000)).toBe(false)
})
