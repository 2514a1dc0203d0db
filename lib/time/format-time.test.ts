import { expect, test } from 'vitest'
import {
  formatClock,
  formatClockExact,
  formatDay,
  formatDays,
  formatDuration,
  formatTime,
  formatTimeExact,
  formatTimeShort,
} from './format-time.ts'

const now = Date.parse('2026-11-21T13:32:00Z')
const berlin = { now, zone: 'Europe/Berlin', locale: 'en-GB' }

test.each([
  ['2026-11-21T13:31:59.500Z', 'now'],
  ['2026-11-21T13:32:06Z', 'now'],
  ['2026-11-21T13:32:12Z', 'in 12 s'],
  ['2026-11-21T13:31:19Z', '41 s ago'],
  ['2026-11-21T13:30:00Z', '2 min ago'],
  ['2026-11-21T06:00:00Z', '7 h ago'],
  ['2026-11-21T16:32:00Z', 'in 3 h'],
  ['2026-11-18T13:26:00Z', '18 Nov, 14:26'],
  ['2025-11-18T13:26:00Z', '18 Nov 2025, 14:26'],
])('%s is shown as %s', (iso, words) => {
  expect(formatTime(iso, berlin)).toBe(words)
})

test('day and year depend on the zone, not on the machine', () => {
  expect(formatTime('2025-12-31T23:30:00Z', berlin)).toBe('1 Jan, 00:30')
  expect(formatTime('2025-12-31T23:30:00Z', { ...berlin, zone: 'UTC' })).toBe('31 Dec 2025, 23:30')
  expect(formatClock(now, 'Europe/Berlin', 'en-GB')).toBe('14:32')
})

test('short forms for narrow columns', () => {
  expect(formatTimeShort('2026-11-21T10:32:00Z', berlin)).toBe('3 h')
  expect(formatTimeShort('2026-11-20T10:32:00Z', berlin)).toBe('yesterday')
  expect(formatTimeShort('2026-11-18T10:32:00Z', berlin)).toBe('18 Nov')
  expect(formatTimeShort('2024-03-04T10:32:00Z', berlin)).toBe('4 Mar 2024')
  expect(formatDay('2026-12-14T03:00:00Z', berlin)).toBe('14 Dec')
})

test('a range of days names its month and year once', () => {
  const plain = (first: string, last: string) => formatDays({ first, last }, berlin).replace(/\s/g, ' ')
  expect(plain('2026-10-01', '2026-10-27')).toBe('1 – 27 Oct')
  expect(plain('2026-10-27', '2026-10-27')).toBe('27 Oct')
  expect(plain('2025-12-01', '2025-12-27')).toBe('1 – 27 Dec 2025')
  expect(plain('2025-12-29', '2026-01-04')).toBe('29 Dec 2025 – 4 Jan 2026')
})

test('exact times have seconds and the zone', () => {
  expect(formatTimeExact('2026-11-18T13:26:03Z', 'Europe/Berlin', 'en-GB')).toMatch(
    /18 Nov 2026, 14:26:03 (?:CET|GMT\+1)/,
  )
})

test('missing and invalid times are a dash', () => {
  for (const wrong of [null, '', 'soon']) {
    expect(formatTime(wrong, berlin)).toBe('—')
    expect(formatTimeShort(wrong, berlin)).toBe('—')
    expect(formatTimeExact(wrong, 'UTC')).toBe('—')
  }
  expect(formatClockExact('soon', 'UTC')).toBe('—')
  expect(formatClock(Number.NaN, 'UTC')).toBe('—')
  expect(formatDay('', berlin)).toBe('—')
})

test('the clock time is shown with seconds, in the zone', () => {
  expect(formatClockExact('2026-11-21T13:26:08.900Z', 'Europe/Berlin', 'en-GB')).toBe('14:26:08')
})

test.each([
  [84, '84 ms'],
  [3_140, '3.1 s'],
  [59_990, '59.9 s'],
  [604_000, '10 min 4 s'],
  [600_000, '10 min'],
  [22_320_000, '6 h 12 min'],
  [273_600_000, '3 d 4 h'],
  [null, '—'],
  [Number.NaN, '—'],
  [-1, '—'],
])('%s ms is shown as %s', (ms, words) => {
  expect(formatDuration(ms)).toBe(words)
})
