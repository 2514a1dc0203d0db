import { expect, test } from 'vitest'
import type { Json } from '#lib/json/json.ts'
import { timeOf } from './times.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const at = '2026-11-20T08:00:00.000Z'

test.each<[Json, string]>([
  ['2026-11-20T08:00:00Z', at],
  ['2026-11-20T10:00:00+02:00', at],
  ['2026-11-20 03:00:00-0500', at],
  ['2026-11-20T08:00:00.123456+00', '2026-11-20T08:00:00.123Z'],
  ['Fri, 20 Nov 2026 08:00:00 GMT', at],
  ['/Date(1795161600000+0100)/', at],
  [{ $date: '2026-11-20T08:00:00Z' }, at],
  [1_795_161_600, at],
  ['1795161600', at],
  [1_795_161_600_000, at],
  [1_795_161_600_000_000, at],
  ['1795161600000000000', at],
  ['2026-11-20T09:00:00+01:00[Europe/Berlin]', at],
  ['2026-11-20T09:00:00[Europe/Berlin]', at],
  ['2026-11-20 09:00:00 Europe/Berlin', at],
  ['2026-11-20T08:00:00Z[UTC]', at],
  [{ seconds: '1795161600', nanos: 0 }, at],
  [{ _seconds: 1_795_161_600, _nanoseconds: 5_000_000 }, '2026-11-20T08:00:00.005Z'],
  [{ $date: { $numberLong: '1795161600000' } }, at],
  [{ __type: 'Date', iso: '2026-11-20T08:00:00.000Z' }, at],
  [{ dateTime: '2026-11-20T09:00:00.0000000', timeZone: 'Europe/Berlin' }, at],
])('%j is read exactly', (value, time) => {
  expect(timeOf(value, now)).toEqual({ time, isGuess: false })
})

test.each<[Json, string]>([
  ['2026-11-20T08:00:00', at],
  ['2026-11-20 08:00', at],
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  [[2026, 11, 20, 8, 0], at],
  [[2026, 11, 20], '2026-11-20T00:00:00.000Z'],
  [[2026, 11, 20, 8, 0, 0, 5_000_000], '2026-11-20T08:00:00.005Z'],
])('%j has no zone and is read as UTC', (value, time) => {
  expect(timeOf(value, now)).toEqual({ time, isGuess: true })
})

test.each<Json>([
  '01/02/2026',
  '20.11.2026',
  'yesterday',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  0,
  -5,
  2026,
  1e30,
  true,
  [],
  [2026, 11],
  [2026, 13, 1],
  [2026, 2, 30],
  [2026, 11, 20, 24, 0],
  [2026, 11, 20.5],
  // Ticks of .NET and of Windows, and seconds before 2000.
  638_000_000_000_000_000,
  133_000_000_000_000_000,
  123_456_789,
  '2026-11-20T09:00:00 CST',
  '2026-11-20T09:00:00[Mars/Olympus]',
  // The first local time occurs twice, the second one never.
  '2026-10-25T02:30:00[Europe/Berlin]',
  '2026-03-29T02:30:00[Europe/Berlin]',
  { dateTime: '2026-11-20T09:00:00', timeZone: 'W. Europe Standard Time' },
  { seconds: 12 },
])('%j cannot be read with certainty', (value) => {
  expect(timeOf(value, now)).toBeNull()
})
