import { expect, test } from 'vitest'
import type { Run } from '#contract/billing.ts'
import { groupRuns, isRising, sortReasons, unusualSlices } from './reason-groups.ts'

const flat = [2, 2, 3, 2, 2, 3, 2, 2, 3, 2, 2, 3, 2, 2]
const rising = [2, 2, 3, 2, 2, 3, 2, 2, 3, 2, 2, 6, 7, 2]
const single = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]

let serial = 0
const run = (part: Partial<Run> = {}): Run => ({
  id: `run_${(serial += 1)}`,
  flow: { id: 'flw_1', name: 'Refunds', version: 1 },
  status: 'failed',
  trigger: 'message',
  is_test: false,
  started_at: '2026-11-20T10:00:00Z',
  finished_at: null,
  duration_ms: null,
  cost: '0.010000',
  currency: 'EUR',
  cost_breakdown: [],
  usage: {},
  conversation: null,
  channel: null,
  error: { code: 'timeout', message: 'No answer.', node_id: 'pay' },
  parent_run: null,
  retry_of: null,
  attempt: 1,
  sample: false,
  ...part,
})

test('a reason is rising if its recent slices have far more runs than usual', () => {
  expect([flat, rising, single].map((trend) => isRising({ trend }))).toEqual([false, true, false])
  expect(unusualSlices({ trend: rising, is_new: false }).flatMap((is, at) => (is ? [at] : []))).toEqual([11, 12])
  expect(unusualSlices({ trend: single, is_new: true }).flatMap((is, at) => (is ? [at] : []))).toEqual([13])
  expect(unusualSlices({ trend: flat, is_new: false })).not.toContain(true)
})

test('groups runs by flow, step and error, with count, cost and trend', () => {
  const { reasons, runsOf } = groupRuns([
    run({
      started_at: '2026-11-01T00:00:00Z',
      error: { code: 'timeout', message: 'No answer for order 8 (503).', node_id: 'pay' },
    }),
    run({
      started_at: '2026-11-15T00:00:00Z',
      error: { code: 'timeout', message: 'No answer for order 71 (503).', node_id: 'pay' },
    }),
    run({
      started_at: '2026-11-02T00:00:00Z',
      error: { code: 'timeout', message: 'No answer for order 9 (500).', node_id: 'pay' },
    }),
    run({ error: { code: 'timeout', message: 'No answer.', node_id: 'ask' } }),
    run({ flow: { id: 'flw_2', name: 'Orders', version: 1 } }),
    run({ status: 'succeeded', error: null }),
  ])
  expect(reasons.results.map(({ flow, node, count }) => [flow.name, node?.id, count])).toEqual([
    ['Refunds', 'ask', 1],
    ['Orders', 'pay', 1],
    ['Refunds', 'pay', 2],
    ['Refunds', 'pay', 1],
  ])
  const [, , pay] = reasons.results
  expect(pay).toMatchObject({
    cost: '0.020000',
    error: { message: 'No answer for order 71 (503).' },
    first_at: '2026-11-01T00:00:00Z',
    last_at: '2026-11-15T00:00:00Z',
  })
  expect(pay?.trend.reduce((sum, one) => sum + one)).toBe(2)
  expect(pay?.trend[0]).toBe(1)
  expect(runsOf.get(pay?.key ?? '')).toHaveLength(2)
})

test('no runs make no reasons, and unreadable times no trend', () => {
  expect(groupRuns([]).reasons.results).toEqual([])
  const [reason] = groupRuns([run({ started_at: '' })]).reasons.results
  expect(reason?.trend.every((count) => count === 0)).toBe(true)
})

test('new reasons come first, then rising ones, then the most frequent', () => {
  const [base] = groupRuns([run()]).reasons.results
  if (base === undefined) throw new Error('There is no reason.')
  const order = sortReasons([
    { ...base, key: 'few', count: 3, trend: flat },
    { ...base, key: 'many', count: 90, trend: flat },
    { ...base, key: 'rising', count: 30, trend: rising },
    { ...base, key: 'new', count: 1, trend: single, is_new: true },
  ]).map(({ key }) => key)
  expect(order).toEqual(['new', 'rising', 'many', 'few'])
})
