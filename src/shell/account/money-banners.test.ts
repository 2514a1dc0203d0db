import { expect, test } from 'vitest'
import type { Balance } from '#contract/billing.ts'
import type { Budget } from '#contract/budget.ts'
import { balanceBanner, budgetBanner } from './money-banners.ts'

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

test('a low balance shows the amount, the runway and the consequence', () => {
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
    'No credit is left. −€0.50 available. Runs do not start until an administrator adds credit.',
  )
  expect(said({ status: 'blocked', available: '-0.500000' })).toContain('until an administrator adds credit')
  expect(said({ status: 'blocked' })).toContain('The account is blocked. €18.40 available.')
  expect(said({ status: 'ok' })).toBeNull()
})

const state: Budget['state'] = {
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  spent: '42.100000',
  share: 84.2,
  reached: 80,
  status: 'alert',
  projected: '61.200000',
  basis: 'at your 7-day average',
}
const budget: Budget = {
  id: 'bud_1',
  flow: null,
  period: 'monthly',
  tz: 'UTC',
  amount: '50.000000',
  currency: 'EUR',
  thresholds: [80, 100],
  version: 1,
  created_at: state.from,
  updated_at: state.from,
  state,
}
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('a budget alert shows the used share and the forecast', () => {
  const { title, words, isBad } = budgetBanner(budget, 'en')
  expect(plain(title)).toBe('Budget for all flows: 84.2%, €42.10 of €50.00 this month.')
  expect(words).toBe(
    'At your 7-day average: €61.20 by the end of the month. Flows keep running. Pause one or raise the budget.',
  )
  expect(isBad).toBe(false)
})

test('a budget that pauses flows says what it will do, or has done', () => {
  expect(budgetBanner({ ...budget, action: 'pause' }, 'en').words).toMatch(/Flows will be paused when it is used up\.$/)
  const over: Budget = { ...budget, action: 'pause', flow: { id: 'f', name: 'F' }, state: { ...state, status: 'over' } }
  expect(budgetBanner(over, 'en').words).toMatch(
    /The flow is paused until the next period\. Raise the budget to run it again\.$/,
  )
})

test('a used-up budget of one flow shows amounts below a cent', () => {
  const over: Budget = {
    ...budget,
    flow: { id: 'flw_1', name: 'Night desk' },
    period: 'daily',
    amount: '0.000002',
    state: { ...state, spent: '0.000003', share: 150, status: 'over', projected: '0.000004' },
  }
  const { title, isBad } = budgetBanner(over, 'en')
  expect(plain(title)).toBe('Budget for “Night desk” is used up: 150%, €0.000003 of €0.000002 today.')
  expect(isBad).toBe(true)
})
