import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayIn } from './calendar-day.ts'
import { dayStart, nextDayStart, previousPeriod, wholeDays } from './period.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Santiago',
  'America/Havana',
  'Pacific/Chatham',
]
const hour = 3_600_000
const day = (text: string, zone: string) => ({
  from: dayStart(text, zone),
  to: dayStart(addDays(text, 1), zone),
})
const iso = ({ from, to }: { from: number; to: number }) => [new Date(from).toISOString(), new Date(to).toISOString()]

test('the day before a 25-hour day has 24 hours', () => {
  const long = day('2026-10-25', 'Europe/Berlin')
  expect(long.to - long.from).toBe(25 * hour)
  expect(iso(previousPeriod(long, 'Europe/Berlin'))).toEqual(['2026-10-23T22:00:00.000Z', '2026-10-24T22:00:00.000Z'])
})

test('the previous period of the day after a 23-hour day has 23 hours', () => {
  const after = day('2026-03-30', 'Europe/Berlin')
  expect(iso(previousPeriod(after, 'Europe/Berlin'))).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
})

test('clock changes by half an hour, and days that begin at one o’clock, are supported', () => {
  const howe = day('2026-10-05', 'Australia/Lord_Howe')
  const before = previousPeriod(howe, 'Australia/Lord_Howe')
  expect(before.to - before.from).toBe(23.5 * hour)
  const santiago = day('2026-09-06', 'America/Santiago')
  expect(santiago.to - santiago.from).toBe(23 * hour)
  expect(wholeDays(santiago, 'America/Santiago')).toBe(1)
})

test('the previous period of a period that is not whole days has the same duration', () => {
  const period = { from: Date.parse('2026-10-24T10:00:00Z'), to: Date.parse('2026-10-25T13:00:00Z') }
  expect(wholeDays(period, 'Europe/Berlin')).toBeNull()
  expect(iso(previousPeriod(period, 'Europe/Berlin'))).toEqual(['2026-10-23T07:00:00.000Z', '2026-10-24T10:00:00.000Z'])
})

test('the previous period of thousands of years begins in the year 1', () => {
  const long = { from: dayStart('2026-01-01', 'UTC'), to: dayStart('9998-01-01', 'UTC') }
  expect(iso(previousPeriod(long, 'UTC'))[0]).toBe('0001-01-01T00:00:00.000Z')
})

/** The calendar days within a period, sampled every half hour. */
function daysSeen({ from, to }: { from: number; to: number }, zone: string): number {
  const seen = new Set<string>()
  for (let at = from; at < to; at += hour / 2) seen.add(dayIn(at, zone))
  return seen.size
}

test('in any zone, the previous period has as many days and ends where the period begins', () => {
  const anyDay = fc.integer({ min: 0, max: 3650 }).map((count) => addDays('2019-01-01', count))
  fc.assert(
    fc.property(fc.constantFrom(...zones), anyDay, fc.integer({ min: 1, max: 9 }), (zone, first, length) => {
      const period = { from: dayStart(first, zone), to: dayStart(addDays(first, length), zone) }
      const before = previousPeriod(period, zone)
      expect(wholeDays(period, zone)).toBe(length)
      expect(before.to).toBe(period.from)
      expect(before.from).toBe(dayStart(addDays(first, -length), zone))
      expect(daysSeen(before, zone)).toBe(daysSeen(period, zone))
      expect(nextDayStart(before.to - 1, zone)).toBe(period.from)
    }),
    { numRuns: 60 },
  )
})
