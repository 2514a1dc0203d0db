import { expect, test } from 'vitest'
import type { RunStep } from '#contract/billing.ts'
import { runLineSteps } from './run-line-steps.ts'

const steps = (count: number, failed: readonly number[]): RunStep[] =>
  Array.from({ length: count }, (_, seq) => ({
    seq,
    node_id: `n${seq}`,
    node_name: `Step ${seq}`,
    node_type: 'api',
    status: failed.includes(seq) ? 'failed' : 'succeeded',
    handle: 'out',
    started_at: '2026-11-20T08:00:00Z',
    duration_ms: 1,
    attempt: 1,
    cost: '0.000000',
    error: null,
    output: null,
  }))
const numbers = (all: readonly RunStep[]) => all.map((step) => step.seq)

test('a run shows its failed steps, and once it is expanded all of them', () => {
  expect(numbers(runLineSteps(steps(10, []), false))).toEqual([])
  expect(numbers(runLineSteps(steps(20, [15]), false))).toEqual([15])
  expect(numbers(runLineSteps(steps(20, [15]), true))).toHaveLength(20)
})

test('the number of failed steps is limited too', () => {
  const all = Array.from({ length: 50 }, (_, index) => index)
  expect(numbers(runLineSteps(steps(50, all), false))).toHaveLength(8)
})
