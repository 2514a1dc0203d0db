import { expect, test } from 'vitest'
import { hourStart } from './hour-start.ts'

test.each([
  ['2026-11-21T14:26:03Z', 'UTC', '2026-11-21T14:00:00.000Z'],
  // Clocks that are 5:45 ahead.
  ['2026-11-21T14:26:03Z', 'Asia/Kathmandu', '2026-11-21T14:15:00.000Z'],
  // 02:30 occurs twice.
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25T00:00:00.000Z'],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25T01:00:00.000Z'],
])('the hour of %s in %s begins at %s', (at, zone, start) => {
  expect(new Date(hourStart(Date.parse(at), zone)).toISOString()).toBe(start)
})
