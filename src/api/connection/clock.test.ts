import { expect, test } from 'vitest'
import { offsetAfter } from './clock.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const date = (seconds: number) => new Date(now + seconds * 1000).toUTCString()

test('a difference within the tolerance for latency is no offset', () => {
  expect(offsetAfter(0, date(-4), now)).toBe(0)
  expect(offsetAfter(7_200_000, date(2), now)).toBe(0)
})

test('a clock that is hours off is corrected, and latency does not change the offset', () => {
  expect(offsetAfter(0, date(-7200), now)).toBe(-7_200_000)
  expect(offsetAfter(-7_200_000, date(-7203), now)).toBe(-7_200_000)
  expect(offsetAfter(-7_200_000, date(3600), now)).toBe(3_600_000)
})

test('an answer without a date changes nothing', () => {
  expect(offsetAfter(5, null, now)).toBe(5)
  expect(offsetAfter(5, 'soon', now)).toBe(5)
})
