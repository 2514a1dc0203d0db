import { describe, expect, test } from 'vitest'
import { comparedRange, daysOfPeriod, periodText, previousDaysWords, readPeriod, startedFilter } from './period.ts'

const now = Date.parse('2026-11-27T13:32:00Z')
const berlin = 'Europe/Berlin'

test('a period in the URL is preserved; anything else is this month', () => {
  for (const text of ['month', 'today', '7d', '30d', '2026-02-01..2026-02-28', '2026-02-03..2026-02-03'])
    expect(periodText(readPeriod(text))).toBe(text)
  for (const text of [null, '', 'year', '2026-02-01', '2026-02-30..2026-03-01', '2026-02-02..2026-02-01', '7d '])
    expect(readPeriod(text)).toBe('month')
})

test('periods are days of the zone, today included', () => {
  expect(daysOfPeriod('month', now, berlin)).toEqual({ first: '2026-11-01', last: '2026-11-27' })
  expect(daysOfPeriod('today', now, berlin)).toEqual({ first: '2026-11-27', last: '2026-11-27' })
  expect(daysOfPeriod('7d', now, berlin)).toEqual({ first: '2026-11-21', last: '2026-11-27' })
  expect(daysOfPeriod('30d', now, berlin)).toEqual({ first: '2026-10-29', last: '2026-11-27' })
  expect(daysOfPeriod('today', Date.parse('2026-11-30T23:30:00Z'), berlin).first).toBe('2026-12-01')
})

test('filters name the days of the period, without an end up to today', () => {
  expect(startedFilter({ first: '2026-11-01', last: '2026-11-27' }, '2026-11-27')).toEqual({
    started_at__gte: '2026-11-01',
  })
  expect(startedFilter({ first: '2026-11-01', last: '2026-11-26' }, '2026-11-27')).toEqual({
    started_at__gte: '2026-11-01',
    started_at__lt: '2026-11-27',
  })
  expect(startedFilter({ first: '2026-11-27', last: '2026-11-27' }, '2026-11-27')).toEqual({ started_at: '2026-11-27' })
})

describe('the compared period', () => {
  test('of this month is as many days before it, up to this time of day', () => {
    expect(comparedRange('month', now, 'UTC')).toEqual({
      first: '2026-10-05',
      last: '2026-10-31',
      from: '2026-10-05T00:00:00.000Z',
      to: '2026-10-31T13:30:00.000Z',
    })
  })

  test('is named by its number of days', () => {
    expect(previousDaysWords(1)).toBe('previous day')
    expect(previousDaysWords(28)).toBe('previous 28 days')
  })

  test('of days up to today ends at this time of day', () => {
    expect(comparedRange('today', now, 'UTC')).toMatchObject({
      from: '2026-11-26T00:00:00.000Z',
      to: '2026-11-26T13:30:00.000Z',
    })
    expect(comparedRange('30d', now, 'UTC')).toMatchObject({ first: '2026-09-29', last: '2026-10-28' })
    expect(comparedRange('today', Date.parse('2026-11-27T00:02:00Z'), 'UTC')).toMatchObject({
      from: '2026-11-26T00:00:00.000Z',
      to: '2026-11-26T00:00:00.000Z',
    })
  })

  test('of past days is as many whole days', () => {
    expect(comparedRange({ first: '2026-11-11', last: '2026-11-20' }, now, 'UTC')).toEqual({
      first: '2026-11-01',
      last: '2026-11-10',
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-11T00:00:00.000Z',
    })
  })

  test('has whole days when clocks change', () => {
    // 25 October 2026 has 25 hours in Berlin.
    expect(comparedRange({ first: '2026-10-26', last: '2026-10-26' }, now, berlin)).toMatchObject({
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
    })
    expect(comparedRange('month', now, berlin)).toMatchObject({
      from: '2026-10-04T22:00:00.000Z',
      to: '2026-10-31T13:30:00.000Z',
    })
    // Summer time until 25 October: the same time of day is an hour earlier in UTC.
    expect(comparedRange('7d', Date.parse('2026-10-28T13:32:00Z'), berlin).to).toBe('2026-10-21T12:30:00.000Z')
  })
})
