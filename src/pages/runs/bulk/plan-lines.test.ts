import { expect, test } from 'vitest'
import type { RunBulkPlan } from '#contract/run-work.ts'
import { planLines } from './plan-lines.ts'

const flow = { id: 'flw_1', name: 'Refunds' }
const plan = (part: Partial<RunBulkPlan> = {}): RunBulkPlan => ({
  currency: 'EUR',
  matched: 128,
  count: 128,
  skipped: [],
  starts: [{ flow, node: { id: 'pay', name: 'Create the refund' }, count: 128 }],
  cost: '0.410000',
  available: '20.000000',
  budgets: [],
  messages: 0,
  requests: 0,
  ...part,
})
const words = (part: Partial<RunBulkPlan> = {}) =>
  planLines('retry', plan(part)).map(({ title, rest }) => `${title} ${rest}`.replaceAll('\u00a0', ' '))
const warnings = (part: Partial<RunBulkPlan>) =>
  planLines('retry', plan(part)).flatMap(({ title, isWarning }) => (isWarning ? [title] : []))

test('tells where runs start, what they cost, and that nothing is sent', () => {
  expect(words()).toEqual([
    'They start at “Create the refund”. The steps before are not repeated.',
    'It costs about €0.41. €0.003203 a run. €20.00 of credit is left.',
    'Nothing is sent. The remaining steps change nothing outside.',
  ])
  const starts = ['a', 'b', 'c', 'd'].map((id) => ({ flow, node: { id, name: '' }, count: 2 }))
  expect(words({ starts })[0]).toBe(
    'They start at 4 steps. “a” 2, “b” 2, “c” 2 and 1 more. The steps before are not repeated.',
  )
  expect(words({ starts: [{ flow, node: null, count: 1 }] })[0]).toContain('from the beginning')
})

test('names the tightest budget, and warns if credit or budget is not enough', () => {
  const budgets = [
    { id: 'b1', flow: null, remaining: '5.000000' },
    { id: 'b2', flow, remaining: '0.300000' },
  ]
  expect(words({ budgets })[1]).toContain('The budget of “Refunds” has €0.30 left.')
  expect(warnings({ budgets })).toHaveLength(1)
  expect(warnings({ available: '0.100000' })[0]).toContain('more than is left')
  expect(words({ cost: null })[1]).toContain('The cost is unknown.')
})

test('warns about messages and requests, and counts the runs that are left out', () => {
  expect(warnings({ messages: 128, requests: 1 })).toEqual([
    'Up to 128 messages are sent.',
    'Up to 1 request may change data elsewhere.',
  ])
  const skipped = [
    { reason: 'Already retried.', count: 2 },
    { reason: 'Succeeded.', count: 1 },
  ]
  expect(words({ skipped }).at(-1)).toBe('3 runs are left out. 2: Already retried. 1: Succeeded.')
})

test('a plan for no runs tells only what is left out', () => {
  const skipped = [{ reason: 'Already retried.', count: 1 }]
  expect(words({ count: 0, starts: [], skipped })).toEqual(['1 run is left out. Already retried.'])
  expect(planLines('cancel', plan({ count: 0, skipped })).map(({ title }) => title)).toEqual(['1 run is left out.'])
  expect(planLines('cancel', plan())[0]?.title).toBe('They stop now.')
})
