import { expect, test } from 'vitest'
import { monthBeforeSoFar, monthNames, yesterdaySoFar } from './previous-spend.ts'

const at = (iso: string) => Date.parse(iso)

test('yesterday up to this time of day', () => {
  expect(yesterdaySoFar(at('2026-11-21T14:32:10Z'))).toEqual({
    started_at__gte: '2026-11-20T00:00:00Z',
    started_at__lt: '2026-11-20T14:30:00.000Z',
  })
})

test('the same number of whole days of the previous month', () => {
  expect(monthBeforeSoFar(at('2026-11-21T14:32:10Z'))).toEqual({
    started_at__gte: '2026-10-01',
    started_at__lt: '2026-10-21',
  })
  expect(monthBeforeSoFar(at('2027-01-02T00:00:00Z'))).toEqual({
    started_at__gte: '2026-12-01',
    started_at__lt: '2026-12-02',
  })
  expect(monthBeforeSoFar(at('2026-11-01T10:00:00Z'))).toBeNull()
  expect(monthBeforeSoFar(at('2026-03-31T10:00:00Z'))).toBeNull()
  expect(monthBeforeSoFar(at('2026-03-29T10:00:00Z'))).toEqual({
    started_at__gte: '2026-02-01',
    started_at__lt: '2026-03-01',
  })
})

test('the names of this month and the previous one', () => {
  expect(monthNames(at('2027-01-31T23:59:59Z'), 'en')).toEqual({ month: 'January', before: 'December' })
})
