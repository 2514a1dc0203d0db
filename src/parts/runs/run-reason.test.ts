import { expect, test } from 'vitest'
import { errorTitle, runReasonText } from './run-reason.ts'

const error = (code: string, message = '') => ({ code, message, node_id: null })

test('the reason is the first sentence of the error; without one, its code is named', () => {
  expect(errorTitle({ code: 'timeout', message: 'No answer within 5 s. The request was repeated 3 times.' })).toBe(
    'No answer within 5 s',
  )
  expect(errorTitle({ code: 'timeout', message: '' })).toBe('No reason given (timeout)')
})

test('only runs that did not succeed have a reason', () => {
  expect(runReasonText({ status: 'failed', error: error('x', 'It broke.') })).toBe('It broke')
  expect(runReasonText({ status: 'succeeded', error: error('x', 'It broke.') })).toBeNull()
  expect(runReasonText({ status: 'blocked', error: null })).toBeNull()
  expect(runReasonText({ status: 'failed', error: error('', '') })).toBeNull()
})
