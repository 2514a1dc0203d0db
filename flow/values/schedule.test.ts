import { expect, test } from 'vitest'
import { cronOfSeconds, isKnownZone } from './schedule.ts'

test.each([
  [1, '*/1 * * * * *'],
  [60, '*/1 * * * *'],
  [900, '*/15 * * * *'],
  [7200, '0 */2 * * *'],
  [86_400, '0 0 * * *'],
  [45, null],
  [5400, null],
])('every %i s is %s', (seconds, cron) => {
  expect(cronOfSeconds(seconds)).toBe(cron)
})

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Europe/Atlantis', false],
  ['', false],
])('“%s” is a time zone: %s', (zone, isKnown) => {
  expect(isKnownZone(zone)).toBe(isKnown)
})
