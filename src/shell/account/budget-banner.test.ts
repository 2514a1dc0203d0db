import { expect, test } from 'vitest'
import type { Budget } from '#contract/budget.ts'
import { budgetBanner } from './budget-banner.ts'

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

test('how much is used, and the forecast', () => {
  const { title, words, isBad } = budgetBanner(budget, 'en')
  expect(plain(title)).toBe('Budget for all flows: 84.2 %, €42.10 of €50.00 this month.')
  expect(words).toBe(
    'At your 7-day average: €61.20 by the end of the month. Flows keep running. Pause one or raise the budget.',
  )
  expect(isBad).toBe(false)
})

test('used up, for one flow, by amounts below a cent', () => {
  const over: Budget = {
    ...budget,
    flow: { id: 'flw_1', name: 'Night desk' },
    period: 'daily',
    amount: '0.000002',
    state: { ...state, spent: '0.000003', share: 150, status: 'over', projected: '0.000004' },
  }
  const { title, isBad } = budgetBanner(over, 'en')
  expect(plain(title)).toBe('Budget for “Night desk” is used up: 150 %, €0.000003 of €0.000002 today.')
  expect(isBad).toBe(true)
})
