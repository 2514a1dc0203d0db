import { expect, test } from 'vitest'
import { quietEnd } from './quiet-hours.ts'

const berlin = { from: '22:00', until: '07:00', tz: 'Europe/Berlin' }
const end = (quiet: Parameters<typeof quietEnd>[0], at: string): string | null => {
  const found = quietEnd(quiet, Date.parse(at))
  return found === null ? null : new Date(found).toISOString()
}

test('a night ends in the morning of its zone', () => {
  expect(end(berlin, '2026-11-20T20:59:59Z')).toBeNull()
  expect(end(berlin, '2026-11-20T21:00:00Z')).toBe('2026-11-21T06:00:00.000Z')
  expect(end(berlin, '2026-11-21T05:59:59Z')).toBe('2026-11-21T06:00:00.000Z')
  expect(end(berlin, '2026-11-21T06:00:00Z')).toBeNull()
  expect(end(null, '2026-11-20T21:00:00Z')).toBeNull()
})

test('a night in which the clocks change has an hour more or less', () => {
  expect(end(berlin, '2026-10-24T21:00:00Z')).toBe('2026-10-25T06:00:00.000Z')
  expect(end(berlin, '2027-03-27T22:00:00Z')).toBe('2027-03-28T05:00:00.000Z')
  // 02:30 does not exist on this day, and occurs twice on the other.
  expect(end({ ...berlin, until: '02:30' }, '2027-03-28T00:59:00Z')).toBe('2027-03-28T01:30:00.000Z')
  expect(end({ ...berlin, until: '02:30' }, '2026-10-24T22:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
})

test('days name the evening on which quiet hours begin', () => {
  const weekend = { ...berlin, days: [6, 7] }
  // Friday evening, and the night to Sunday and to Monday.
  expect(end(weekend, '2026-11-20T22:00:00Z')).toBeNull()
  expect(end(weekend, '2026-11-22T01:00:00Z')).toBe('2026-11-22T06:00:00.000Z')
  expect(end(weekend, '2026-11-23T01:00:00Z')).toBe('2026-11-23T06:00:00.000Z')
  expect(end(weekend, '2026-11-24T01:00:00Z')).toBeNull()
})

test('whole days follow each other', () => {
  const weekend = { from: '00:00', until: '00:00', days: [6, 7], tz: 'UTC' }
  expect(end(weekend, '2026-11-21T12:00:00Z')).toBe('2026-11-23T00:00:00.000Z')
})
