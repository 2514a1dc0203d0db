import { expect, test } from 'vitest'
import {
  budgetBodyOf,
  budgetDraftOf,
  newBudget,
  budgetProblemsOf,
  savedWords,
  budgetOfSameScope,
  suggestedBudget,
} from './budget-draft.ts'

test('typed texts are converted to the request body', () => {
  expect(budgetBodyOf({ ...newBudget, amount: ' 12,5 ', thresholds: '50 % ; 80,100' })).toEqual({
    flow: null,
    period: 'monthly',
    amount: '12.5',
    thresholds: [50, 80, 100],
    action: 'warn',
  })
})

test('a service that only warns is sent no action', () => {
  expect(budgetBodyOf({ ...newBudget, action: 'pause' })).toHaveProperty('action', 'pause')
  expect(budgetBodyOf({ ...newBudget, action: 'pause' }, false)).not.toHaveProperty('action')
})

test('problems are reported by field', () => {
  expect(budgetProblemsOf({ ...newBudget, amount: '1' })).toEqual({})
  for (const amount of ['', '0', '-1', '1e3', '1.2.3', '0.0000001', 'ten'])
    expect(budgetProblemsOf({ ...newBudget, amount })).toHaveProperty('amount')
  for (const thresholds of ['', 'half', '0', '80.5', '-5'])
    expect(budgetProblemsOf({ ...newBudget, amount: '1', thresholds })).toHaveProperty('thresholds')
})

test('thousands separators are accepted, and the value to be saved is shown', () => {
  expect(budgetBodyOf({ ...newBudget, amount: '1,500' }).amount).toBe('1500')
  expect(savedWords({ ...newBudget, amount: '1,500' }, 'EUR')).toBe('€1,500.00 a month')
  expect(budgetProblemsOf({ ...newBudget, amount: '2.000' }).amount).toContain('Enter 2000 or 2.00.')
})

test('the form of an existing budget has its current values', () => {
  const shared = {
    id: 'b',
    flow: null,
    period: 'daily',
    tz: 'UTC',
    currency: 'EUR',
    version: 1,
    created_at: '',
    updated_at: '',
  } as const
  const state = {
    from: '',
    to: '',
    spent: '',
    share: 0,
    reached: null,
    status: 'ok',
    projected: '',
    basis: '',
  } as const
  for (const [amount, typed] of [
    ['250.000000', '250.00'],
    ['0.000001', '0.000001'],
    ['0.500000', '0.50'],
    ['1.234500', '1.2345'],
  ] as const)
    expect(budgetDraftOf({ ...shared, state, amount, thresholds: [80, 100] })).toEqual({
      flow: null,
      period: 'daily',
      amount: typed,
      thresholds: '80, 100',
      action: 'warn',
    })
  // Finds another budget for the same flow and period, but not the edited budget itself.
  const one = { ...shared, state, amount: '1.000000', thresholds: [100] }
  expect(budgetOfSameScope({ ...newBudget, period: 'daily' }, [one], null)).toBe(one)
  expect(budgetOfSameScope({ ...newBudget, period: 'daily' }, [one], one)).toBeNull()
  expect(budgetOfSameScope(newBudget, [one], null)).toBeNull()
})

test('a suggested budget is a fifth above the cost of 30 days, rounded up to two digits', () => {
  const flow = { id: 'flw_1', name: 'Order status' }
  const amount = (cost: string) => suggestedBudget(flow, cost).amount
  expect(amount('9.280000')).toBe('12.00')
  expect(amount('10.000000')).toBe('12.00')
  expect(amount('1204.180000')).toBe('1500.00')
  expect(amount('0.620000')).toBe('0.75')
  expect(amount('0.000001')).toBe('0.01')
  expect(amount('0.000000')).toBe('')
  expect(suggestedBudget(flow, '1')).toMatchObject({ flow, period: 'monthly' })
})
