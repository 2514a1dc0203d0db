import { expect, test } from 'vitest'
import { balanceRunway, balanceRunwayShort } from './balance-runway.ts'

test('the runway is a date, "used up", or the reason why there is none', () => {
  const options = { now: Date.parse('2026-11-21T12:00:00Z'), zone: 'UTC', locale: 'en-GB' }
  const money = {
    available: '10.000000',
    avg_daily_spend_7d: '1.000000',
    estimated_depletion_at: '2026-12-14T00:00:00Z',
  }
  expect(balanceRunway(money, options)).toEqual({ value: '14 Dec', words: 'at your 7-day average' })
  expect(balanceRunway({ ...money, available: '-0.000001', estimated_depletion_at: null }, options).value).toBe(
    'Used up',
  )
  expect(balanceRunwayShort({ ...money, available: '-0.000001', estimated_depletion_at: null }, options)).toBe(
    'used up',
  )
  const idle = { ...money, avg_daily_spend_7d: '0.000000', estimated_depletion_at: null }
  expect(balanceRunway(idle, options)).toEqual({ value: '—', words: 'no spend in the last 7 days' })
  expect(balanceRunwayShort(money, options)).toBe('about 14 Dec')
  expect(balanceRunwayShort(idle, options)).toBe('no spend yet')
  expect(balanceRunwayShort({ ...idle, avg_daily_spend_7d: '0.000007' }, options)).toBe('not soon')
})
