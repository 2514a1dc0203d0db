import { expect, test } from 'vitest'
import { snoozeTimes } from './snooze-times.ts'

const offered = (now: string, zone: string) =>
  Object.fromEntries(snoozeTimes(Date.parse(now), zone).map(({ label, at }) => [label, at]))

test('mornings are in the given time zone, also across a change to or from daylight saving time', () => {
  // A Friday. The clocks of Berlin go back on Sunday, 25 October 2026.
  expect(offered('2026-10-23T12:00:00Z', 'Europe/Berlin')).toEqual({
    'In an hour': '2026-10-23T13:00:00.000Z',
    'Later today': '2026-10-23T15:00:00.000Z',
    'Tomorrow morning': '2026-10-24T07:00:00.000Z',
    'Next Monday': '2026-10-26T08:00:00.000Z',
    'In a week': '2026-10-30T08:00:00.000Z',
  })
})

test('"Later today" is not offered in the evening, and no time is offered twice', () => {
  expect(Object.keys(offered('2026-11-22T20:00:00Z', 'UTC'))).toEqual(['In an hour', 'Tomorrow morning', 'In a week'])
  expect(Object.keys(offered('2026-11-23T20:00:00Z', 'UTC'))).toEqual(['In an hour', 'Tomorrow morning', 'Next Monday'])
})
