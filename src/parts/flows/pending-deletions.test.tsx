/** Retrying a failed deletion. */
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import { cancelDeletion, retryDeletion, scheduleDeletion } from './pending-deletions.ts'

const unavailable = new ApiError({
  status: 503,
  code: 'unavailable',
  detail: 'Unavailable.',
  method: 'DELETE',
  path: '/flow/{id}/',
  about: 'object',
  durationMs: 1,
  at: '2026-11-20T10:00:00Z',
  fieldErrors: {},
  requestId: null,
  retryAfter: null,
  current: undefined,
  body: undefined,
})

afterEach(() => {
  cancelDeletion('flw_1')
  vi.useRealTimers()
})

test('takes a new copy before a failed deletion is sent again', async () => {
  vi.useFakeTimers()
  const steps: string[] = []
  const plan = {
    copy: () => Promise.resolve(steps.push('copy')),
    request: () => {
      steps.push('request')
      return Promise.reject(unavailable)
    },
    onEnd: () => {},
  }
  scheduleDeletion({ id: 'flw_1', name: 'Orders' }, plan)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(steps).toEqual(['copy', 'request'])
  retryDeletion('flw_1')
  await vi.advanceTimersByTimeAsync(0)
  expect(steps).toEqual(['copy', 'request', 'copy', 'request'])
})
