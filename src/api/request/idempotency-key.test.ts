import { expect, test } from 'vitest'
import { mayHaveSucceeded, nextAttempt } from './idempotency-key.ts'
import { ApiError } from '#api/errors.ts'

const keys = () => {
  let made = 0
  return () => `key-${++made}`
}
const failed = (status: number, code = 'x') =>
  new ApiError({
    status,
    code,
    detail: 'x',
    fieldErrors: {},
    requestId: null,
    method: 'POST',
    path: '/flow/',
    durationMs: 1,
    at: '2026-11-21T10:00:00Z',
    retryAfter: null,
    current: undefined,
    body: undefined,
  })

test('the same write keeps its key, another one gets its own', () => {
  const newKey = keys()
  const first = nextAttempt(null, '{"name":"A"}', newKey)
  expect(nextAttempt(first, '{"name":"A"}', newKey).key).toBe('key-1')
  expect(nextAttempt(first, '{"name":"B"}', newKey).key).toBe('key-2')
})

test('a failed write may have succeeded if the service did not refuse it', () => {
  for (const status of [0, 429, 500, 503, 401]) expect(mayHaveSucceeded(failed(status))).toBe(true)
  expect(mayHaveSucceeded(failed(409, 'in_progress'))).toBe(true)
  for (const status of [400, 403, 404, 409, 413, 422]) expect(mayHaveSucceeded(failed(status))).toBe(false)
})
