import { expect, test } from 'vitest'
import { offsetAfter } from './clock.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const date = (seconds: number) => new Date(now + seconds * 1000).toUTCString()

test('clocks that agree except for latency have no offset', () => {
  expect(offsetAfter(0, date(-4), now)).toBe(0)
  expect(offsetAfter(7_200_000, date(2), now)).toBe(0)
})

test('a clock that is hours off is corrected, and stays so while answers are slightly late', () => {
  expect(offsetAfter(0, date(-7200), now)).toBe(-7_200_000)
  expect(offsetAfter(-7_200_000, date(-7203), now)).toBe(-7_200_000)
  expect(offsetAfter(-7_200_000, date(3600), now)).toBe(3_600_000)
})

test('an answer without a date changes nothing', () => {
  expect(offsetAfter(5, null, now)).toBe(5)
  expect(offsetAfter(5, 'soon', now)).toBe(5)
})
