import { expect, test } from 'vitest'
import { retryOutlookOf } from './retry-outlook.ts'

test('an error code tells what a retry would do, if it is known', () => {
  const outlooks = [
    'timeout',
    'http_503',
    'http_429',
    'http_422',
    'code_error',
    'insufficient_balance',
    'budget_reached',
    'odd',
    'http_5031',
  ]
  expect(outlooks.map((code) => retryOutlookOf({ code }))).toEqual([
    'temporary',
    'temporary',
    'temporary',
    'same',
    'same',
    'credit',
    'limit',
    null,
    null,
  ])
})
