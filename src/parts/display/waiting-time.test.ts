import { expect, test } from 'vitest'
import { waitedMs, waitLevel, waitLimitMs, waitWords } from './waiting-time.ts'

const minute = 60_000

test('a waiting time is exact to the minute up to ten hours, then coarser', () => {
  const texts = [0, 58, 64, 599, 600, 26 * 60, 72 * 60].map((minutes) => waitWords(minutes * minute))
  expect(texts).toEqual(['1 min', '58 min', '1 h 04 min', '9 h 59 min', '10 h', '26 h', '3 d'])
})

test('a wait is amber above half of the limit and red above it', () => {
  const levels = [waitLimitMs / 2, waitLimitMs / 2 + 1, waitLimitMs, waitLimitMs + 1].map(waitLevel)
  expect(levels).toEqual(['ok', 'soon', 'soon', 'late'])
})

test('without a valid time nobody waits', () => {
  expect(waitedMs(null, 0)).toBeNull()
  expect(waitedMs('yesterday', 0)).toBeNull()
  expect(waitedMs('1970-01-01T00:00:00Z', 5)).toBe(5)
})
