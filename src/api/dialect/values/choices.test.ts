import { expect, test } from 'vitest'
import { readChoice } from './choices.ts'

const states = ['queued', 'running', 'succeeded', 'failed', 'cancelled', 'timed_out', 'blocked']

test.each<[string, string]>([
  ['TIMED OUT', 'timed_out'],
  ['timed-out', 'timed_out'],
  ['TimedOut', 'timed_out'],
  ['RUN_STATUS_TIMED_OUT', 'timed_out'],
  ['RunStatus.TIMED_OUT', 'timed_out'],
  ['STATUS_FAILED', 'failed'],
  ['EXECUTION_STATE_FAILED', 'failed'],
  ['RUN_FAILED', 'failed'],
  ['run.status.failed', 'failed'],
  ['canceled', 'cancelled'],
  ['SUCCESS', 'succeeded'],
  // A value with another or a wider meaning stays as it was written.
  ['NOT_FAILED', 'NOT_FAILED'],
  ['partially_failed', 'partially_failed'],
  ['unblocked', 'unblocked'],
  ['Completed', 'Completed'],
  ['fail', 'fail'],
])('%s is %s', (text, state) => {
  expect(readChoice(text, states, ['status', 'state'])).toBe(state)
})

test('the name of the list is removed, and an unspecified or empty value is absent', () => {
  expect(readChoice('TOOL_CATEGORY_API', ['api', 'code'], ['category'])).toBe('api')
  expect(readChoice('TOOL_CATEGORY_UNSPECIFIED', ['api', 'code'], ['category'])).toBeUndefined()
  expect(readChoice(' ', ['api'], ['category'])).toBeUndefined()
})
