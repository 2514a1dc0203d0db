import { expect, test } from 'vitest'
import type { RunBulkPlan } from '#contract/run-work.ts'
import type { RunPlan } from '#contract/runs/run-plan.ts'
import { planLines, runPlanLines } from './plan-lines.ts'

const flow = { id: 'flw_1', name: 'Refunds' }
const plan = (part: Partial<RunBulkPlan> = {}): RunBulkPlan => ({
  currency: 'EUR',
  matched: 128,
  count: 128,
  skipped: [],
  permanent: 0,
  simulated: 0,
  starts: [{ flow, node: { id: 'pay', name: 'Create the refund' }, count: 128 }],
  cost: '0.410000',
  available: '20.000000',
  budgets: [],
  messages: 0,
  requests: 0,
  flows: 0,
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
    'Safe to retry. Nothing is sent, and no data changes elsewhere.',
  ])
  const starts = ['a', 'b', 'c', 'd'].map((id) => ({ flow, node: { id, name: '' }, count: 2 }))
  expect(words({ starts })[0]).toBe(
    'They start where they stopped. “a” 2, “b” 2, “c” 2 and 1 more step. The steps before are not repeated.',
  )
  const whole = { flow, node: null, count: 1 }
  expect(words({ count: 1, starts: [whole] })[0]).toBe(
    'It starts from the beginning of the flow. All steps are run again, with the same input.',
  )
  expect(words({ count: 9, starts: [...starts, whole] })[0]).toBe(
    '1 of 9 starts from the beginning of the flow. The others start where they stopped, and repeat no earlier step.',
  )
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

test('warns about messages, requests and other flows, and counts the runs that are left out', () => {
  expect(warnings({ messages: 128, requests: 1, flows: 2 })).toEqual([
    'Up to 128 messages are sent.',
    'Up to 1 request may change data elsewhere.',
    'Up to 2 runs of other flows are started.',
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

test('says which runs are simulated: of these, nothing is sent or charged', () => {
  expect(words({ simulated: 128, cost: '0.000000' }).slice(1)).toEqual([
    'Sample runs are simulated. Nothing is sent, nothing is charged.',
  ])
  expect(words({ simulated: 126, cost: '0.400000' }).slice(1, 3)).toEqual([
    '126 of 128 are sample runs. Simulated: nothing is sent, nothing is charged.',
    'The other 2 cost about €0.40. €0.20 a run. €20.00 of credit is left.',
  ])
})

test('warns about included runs that would fail again', () => {
  const titles = (part: Partial<RunBulkPlan>, includes: boolean) =>
    planLines('retry', plan(part), includes).map(({ title }) => title)
  expect(titles({ permanent: 3 }, true)[0]).toBe('3 of them would fail again.')
  expect(titles({ permanent: 128 }, true)[0]).toBe('They would fail again.')
  expect(titles({ permanent: 1, count: 1 }, true)[0]).toBe('It would fail again.')
  const skipped = [
    { reason: 'Would fail again.', count: 3 },
    { reason: 'Succeeded.', count: 1 },
  ]
  expect(titles({ permanent: 3, skipped }, false).slice(-2)).toEqual(['3 runs would fail again.', '1 run is left out.'])
})

test('what a run of a flow costs and sends', () => {
  const lines = (part: Partial<RunPlan>, isTest = false) =>
    runPlanLines(
      { currency: 'EUR', cost: '0.010000', messages: 0, requests: 0, flows: 0, is_simulated: false, ...part },
      isTest,
    ).map(({ title }) => title.replaceAll('\u00a0', ' '))
  expect(lines({})).toEqual(['A run costs about €0.01.', 'Nothing is sent.'])
  expect(lines({ cost: '0.000000' })[0]).toBe('A run costs nothing.')
  expect(lines({ cost: null, messages: 1 }, true)).toEqual([
    'The cost is unknown.',
    'Up to 1 message is sent.',
    'A test sends this too, except replies.',
  ])
  expect(lines({ is_simulated: true })).toEqual(['Sample runs are simulated.'])
})
