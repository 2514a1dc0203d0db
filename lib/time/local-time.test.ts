import { expect, test } from 'vitest'
import { fieldOfInstant, instantOfField, rangeOfText } from './local-time.ts'

const iso = (text: string, zone: string) => {
  const range = rangeOfText(text, zone)
  return range && [range.from.toISOString(), range.to.toISOString()]
}

test('a day is the whole day in the zone, even if it has 23 or 25 hours', () => {
  expect(iso('2026-11-01', 'UTC')).toEqual(['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'])
  expect(iso('2026-11-01', 'Asia/Kathmandu')).toEqual(['2026-10-31T18:15:00.000Z', '2026-11-01T18:15:00.000Z'])
  expect(iso('2026-03-29', 'Europe/Berlin')).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
  expect(iso('2026-10-25', 'Europe/Berlin')).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])
})

test('a time without an offset is wall-clock time in the zone, a time with an offset is not', () => {
  expect(iso('2026-11-01T08:00', 'Europe/Berlin')?.[0]).toBe('2026-11-01T07:00:00.000Z')
  expect(iso('2026-11-01T08:00:00+0530', 'Europe/Berlin')?.[0]).toBe('2026-11-01T02:30:00.000Z')
  expect(iso('2026-11-01 08:00:00.250Z', 'Europe/Berlin')).toEqual([
    '2026-11-01T08:00:00.250Z',
    '2026-11-01T08:00:00.251Z',
  ])
})

test('a repeated clock time means the first instant, a skipped clock time the instant after the gap', () => {
  expect(iso('2026-10-25T02:30', 'Europe/Berlin')?.[0]).toBe('2026-10-25T00:30:00.000Z')
  expect(iso('2026-03-29T02:30', 'Europe/Berlin')?.[0]).toBe('2026-03-29T01:30:00.000Z')
})

test('an invalid time is null, and years are limited to the range of the databases', () => {
  expect(iso('2026-11-01T99:00', 'UTC')).toBeNull()
  expect(iso('0000-01-01', 'UTC')?.[0]).toBe('0001-01-01T00:00:00.000Z')
  expect(iso('9999-12-31', 'America/New_York')?.[1]).toBe('9999-12-31T23:59:59.000Z')
})

test('a datetime-local field is read and filled in the zone', () => {
  expect(instantOfField('2026-11-20T09:30', 'Asia/Kathmandu')).toBe('2026-11-20T03:45:00.000Z')
  expect(fieldOfInstant(Date.parse('2026-11-20T03:45:00Z'), 'Asia/Kathmandu')).toBe('2026-11-20T09:30')
  for (const text of ['', 'tomorrow', '2026-11-20', '2026-13-40T99:99']) expect(instantOfField(text, 'UTC')).toBeNull()
})
