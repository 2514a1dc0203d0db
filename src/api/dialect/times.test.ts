import { expect, test } from 'vitest'
import type { Json } from '#lib/json.ts'
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
])('%j', (value, time) => {
  expect(timeOf(value, now)).toEqual({ time, isGuess: false })
})

test.each<[Json, string]>([
  ['2026-11-20T08:00:00', at],
  ['2026-11-20 08:00', at],
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
])('%j names no zone and is read as UTC', (value, time) => {
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
])('%j cannot be read for sure', (value) => {
  expect(timeOf(value, now)).toBeNull()
})
