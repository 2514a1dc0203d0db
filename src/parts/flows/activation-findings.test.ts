import { expect, test } from 'vitest'
import { ApiError } from '#api/errors.ts'
import type { Finding } from '#contract/flow.ts'
import { findingsWith } from './activation-findings.ts'

const refusal = (body: unknown) =>
  new ApiError({
    status: 409,
    code: 'not_ready',
    detail: 'One problem keeps this flow from running.',
    fieldErrors: {},
    requestId: null,
    method: 'POST',
    path: '/flow/f/activate/',
    durationMs: 1,
    at: '2026-11-21T12:00:00Z',
    retryAfter: null,
    current: null,
    body,
  })
const schedule: Finding = { level: 'error', code: 'bad_schedule', message: 'No cron expression.', node_id: 't' }
const known: Finding[] = [
  { level: 'error', code: 'missing_tool', message: 'Missing.', node_id: 'a' },
  { level: 'warning', code: 'unreachable', message: 'Never reached.', node_id: 'b' },
]

test('errors from the activation replace the known errors; other findings are kept', () => {
  expect(findingsWith(refusal({ validation: [schedule] }), known)).toEqual([schedule, known[1]])
})

test('an activation that fails for another reason does not change the findings', () => {
  expect(findingsWith(null, known)).toBeNull()
  expect(findingsWith(refusal({ validation: [] }), known)).toBeNull()
  expect(findingsWith(refusal('Not now.'), known)).toBeNull()
})
