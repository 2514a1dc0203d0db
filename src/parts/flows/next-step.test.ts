import { expect, test } from 'vitest'
import type { FlowSummary } from '#contract/flow.ts'
import { isBlocked, nextStep } from './next-step.ts'

const all = { problems: 0, isFailing: false, hasLife: true, hasRun: true }
const flow = (status: FlowSummary['status'], last: FlowSummary['last_run_status'] = null) => ({
  status,
  last_run_status: last,
})
const pausedBy = { budget: 'bud_1', amount: '5.00', is_for_all: false, until: '2026-12-01T00:00:00Z' }

test.each<[string | null, Parameters<typeof nextStep>[0], Partial<typeof all>]>([
  ['fix', flow('draft'), { problems: 3 }],
  ['fix', flow('paused', 'succeeded'), { problems: 1 }],
  ['test', flow('draft'), {}],
  ['test', flow('draft', 'failed'), {}],
  ['activate', flow('draft', 'succeeded'), {}],
  ['activate', flow('draft', 'waiting'), {}],
  ['activate', flow('paused'), {}],
  // A budget is no problem of the flow.
  ['activate', { ...flow('paused'), paused_by: pausedBy }, { problems: 3 }],
  ['run', flow('active'), { problems: 3 }],
  // Another run would fail too.
  ['review', flow('active', 'failed'), { isFailing: true }],
  ['activate', flow('paused', 'failed'), { isFailing: true }],
  [null, flow('archived'), { problems: 3 }],
  // A service without the extensions.
  ['activate', flow('draft'), { hasRun: false }],
  ['test', flow('paused'), { hasLife: false }],
  [null, flow('draft'), { problems: 3, hasLife: false, hasRun: false }],
  [null, flow('active'), { hasRun: false }],
])('%s is the next step with %j, %j', (step, given, possible) => {
  expect(nextStep(given, { ...all, ...possible })).toBe(step)
})

test('the definition of a flow blocks it by errors, foreign steps, or a start elsewhere', () => {
  const none = {
    errors: 0,
    warnings: 4,
    steps: 3,
    foreign_steps: 0,
    faulty_steps: 0,
    flow_errors: 0,
    starts_elsewhere: false,
    product: null,
  }
  expect([undefined, none].map(isBlocked)).toEqual([false, false])
  expect(
    [{ errors: 1 }, { foreign_steps: 1 }, { starts_elsewhere: true }].map((one) => isBlocked({ ...none, ...one })),
  ).toEqual([true, true, true])
})
