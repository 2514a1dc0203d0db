import { expect, test } from 'vitest'
import { logTimeRange, readLogTime, deliveryTimeInput, deliveryTimeWords } from './delivery-time.ts'

const now = Date.parse('2026-11-20T12:34:56Z')
const options = { now, zone: 'Europe/Berlin', locale: 'en-GB' }
const hour = logTimeRange(Date.parse('2026-11-20T10:00:00Z'), Date.parse('2026-11-20T11:00:00Z'))

test('an invalid time counts as any time', () => {
  for (const text of [null, '', 'soon', '2h', '2026-11-20', `${hour}/2026-11-21`, '2026-11-21/2026-11-20'])
    expect(readLogTime(text)).toBe('')
  for (const text of ['24h', hour]) expect(readLogTime(text)).toBe(text)
})

test('a recent period has only a start, at a whole minute; a range has both ends', () => {
  expect(deliveryTimeInput('24h', now)).toEqual({ at__gte: '2026-11-19T12:34:00.000Z' })
  expect(deliveryTimeInput('24h', now + 3000)).toEqual(deliveryTimeInput('24h', now))
  expect(deliveryTimeInput(hour, now)).toEqual({
    at__gte: '2026-11-20T10:00:00.000Z',
    at__lt: '2026-11-20T11:00:00.000Z',
  })
  expect(deliveryTimeInput('', now)).toEqual({})
})

test('the filter in words, with times in the time zone', () => {
  expect(deliveryTimeWords('7d', options)).toBe('Last 7 days')
  expect(deliveryTimeWords(hour, options)).toBe('20 Nov, 11:00 to 12:00')
  const night = logTimeRange(Date.parse('2026-11-20T22:00:00Z'), Date.parse('2026-11-20T23:30:00Z'))
  expect(deliveryTimeWords(night, options)).toBe('20 Nov, 23:00 to 21 Nov, 00:30')
  expect(deliveryTimeWords('', options)).toBe('')
})
