import { expect, test } from 'vitest'
import { addDays, dayIn, daysBetween, isCalendarDay } from './calendar-day.ts'

test.each(['2026-11-01', '2028-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (text) => {
  expect(isCalendarDay(text)).toBe(true)
})

test.each(['2026-02-30', '2026-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-1-1', 'today', ''])(
  '"%s" is not a day',
  (text) => {
    expect(isCalendarDay(text)).toBe(false)
  },
)

test('the day of an instant depends on the zone, and days can be added and counted', () => {
  const at = Date.parse('2026-10-31T23:30:00Z')
  expect(dayIn(at, 'UTC')).toBe('2026-10-31')
  expect(dayIn(at, 'Europe/Berlin')).toBe('2026-11-01')
  expect(dayIn(Date.parse('2026-11-01T02:30:00Z'), 'America/New_York')).toBe('2026-10-31')
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2026-03-01', -30)).toBe('2026-01-30')
  expect(daysBetween('2026-10-23', '2026-11-21')).toBe(29)
})
