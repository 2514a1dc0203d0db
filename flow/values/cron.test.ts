import { expect, test } from 'vitest'
import { cronProblem } from './cron.ts'

test.each([
  '* * * * *',
  '0 8 * * 1-5',
  '*/5 * * * * *',
  '0 7 * * mon-fri',
  '0 0 1 JAN,jul *',
  '0 22-2 * * *',
  '0 0-20/4 * * *',
  '0 0 ? * 7',
  '0 0 L * *',
  '0 0 L-3 * *',
  '0 0 15W * *',
  '0 0 LW * *',
  '0 0 * * 5L',
  '0 0 * * 5#2',
  '0 0 29 2 *',
  '@daily',
])('%s is accepted', (cron) => {
  expect(cronProblem(cron)).toBeNull()
})

test.each([
  ['', 'Enter a cron expression.'],
  ['* * *', 'Use five fields'],
  ['* * * * * * *', 'Use five fields'],
  ['61 * * * *', 'The minute cannot be “61”.'],
  ['0 24 * * *', 'The hour cannot be “24”.'],
  ['0 0 0 * *', 'The day of month cannot be “0”.'],
  ['0 0 ?,1 * *', 'The day of month cannot be “?,1”.'],
  ['0 0 * 13 *', 'The month cannot be “13”.'],
  ['0 0 * * 8', 'The weekday cannot be “8”.'],
  ['0 0 * * funday', 'The weekday cannot be “funday”.'],
  ['5/15 * * * *', 'The minute cannot be “5/15”.'],
  ['*/0 * * * *', 'The minute cannot be “*/0”.'],
  ['1,,2 * * * *', 'The minute cannot be “1,,2”.'],
  ['-5 * * * *', 'The minute cannot be “-5”.'],
  ['0 0 30 2 *', 'never occurs'],
  ['0 0 31 4,6 *', 'never occurs'],
])('%s is refused: %s', (cron, reason) => {
  expect(cronProblem(cron)).toContain(reason)
})
