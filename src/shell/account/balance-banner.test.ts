import { expect, test } from 'vitest'
import type { Balance } from '#contract/billing.ts'
import { balanceBanner } from './balance-banner.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const balance = (part: Partial<Balance>): Balance => ({
  balance: '18.400000',
  currency: 'EUR',
  available: '18.400000',
  reserved: '0.000000',
  granted: '20.000000',
  topped_up: '0.000000',
  credit_limit: '0.000000',
  status: 'low',
  low_balance_threshold: '20.000000',
  spend: { today: '1.000000', month_to_date: '1.000000', last_30_days: '1.000000' },
  avg_daily_spend_7d: '100.000000',
  estimated_depletion_at: '2026-11-21T16:10:00Z',
  updated_at: '2026-11-21T11:00:00Z',
  ...part,
})
const said = (part: Partial<Balance>) => {
  const words = balanceBanner(balance(part), now, 'en-GB')
  return words && `${words.title} ${words.words}`
}

test('a low balance shows how much, how long, and what happens then', () => {
  expect(said({})).toBe('Balance is low: €18.40, about 4 hours at your 7-day average. Flows stop running at €0.00.')
  expect(said({ estimated_depletion_at: '2026-11-21T12:10:00Z' })).toContain('less than an hour')
  expect(said({ estimated_depletion_at: '2026-11-24T12:10:00Z' })).toContain('about 3 days')
  expect(said({ estimated_depletion_at: null })).toBe('Balance is low: €18.40. Flows stop running at €0.00.')
  expect(said({ estimated_depletion_at: '2026-11-20T12:00:00Z' })).toBe(
    'Balance is low: €18.40. Flows stop running at €0.00.',
  )
})

test('an empty or blocked balance is reported, a sufficient one is not', () => {
  expect(said({ status: 'depleted', available: '-0.500000' })).toBe(
    'No credit is left. -€0.50 available. Runs do not start until an administrator adds credit.',
  )
  expect(said({ status: 'blocked', available: '-0.500000' })).toContain('until an administrator adds credit')
  expect(said({ status: 'blocked' })).toContain('The account is blocked. €18.40 available.')
  expect(said({ status: 'ok' })).toBeNull()
})
