/** Tests the DBOS parser that crontab.ts uses; new versions of DBOS must pass. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cronProblem as syntaxProblem } from '#flow/values/cron.ts'
import { cronProblem, nextCronTime } from './crontab.ts'

test.each([
  '* * * * *',
  '*/5 * * * * *',
  '0 7 * * mon-fri',
  '@daily',
  '0 22-2 * * *',
  '0 0 L-3 * *',
  '0 0 LW * *',
  '0 0 * * 5#2',
])('%s is accepted', (cron) => {
  expect(cronProblem(cron, 'Europe/Berlin')).toBeNull()
})

test.each([
  ['61 * * * *', 'its minute cannot be “61”'],
  ['* * * 13 *', 'its month cannot be “13”'],
  ['* * *', 'is not a cron expression'],
  ['0 0 30 2 *', 'is not a cron expression'],
  ['0 0 31 4 1#5', 'is not a cron expression'],
])('%s is refused: %s', (cron, reason) => {
  expect(cronProblem(cron, 'UTC')).toContain(reason)
})

test('a valid expression that never matches is refused', () => {
  // Day of month and weekday must both match, but 29 February is never a first Monday.
  expect(cronProblem('30 2 29 2 1#1', 'UTC')).toBe('“30 2 29 2 1#1” never occurs. Check its day and month.')
})

test.each([
  // 02:30 does not exist on that day, and exists twice on the other.
  ['30 2 * * *', '2026-03-28T12:00:00Z', '2026-03-30T00:30:00.000Z'],
  ['30 2 * * *', '2026-10-25T00:29:00Z', '2026-10-25T00:30:00.000Z'],
  ['0 6 * * *', '2026-03-28T12:00:00Z', '2026-03-29T04:00:00.000Z'],
  ['0 6 * * *', '2026-10-24T12:00:00Z', '2026-10-25T05:00:00.000Z'],
])('the next time of %s in Berlin after %s is %s', (cron, after, next) => {
  expect(nextCronTime(cron, 'Europe/Berlin', new Date(after)).toISOString()).toBe(next)
})

/** A field with numbers of its range, in any form; some invalid. */
function cronField(min: number, max: number, words: readonly string[]) {
  const number = fc.integer({ min, max }).map(String)
  const range = fc.tuple(number, number).map(([from, to]) => `${from}-${to}`)
  const stepped = fc.tuple(range, fc.integer({ min: 0, max: 20 })).map(([of, by]) => `${of}/${by}`)
  const token = fc.oneof(
    { weight: 9, arbitrary: fc.oneof(number, range, stepped, fc.constantFrom('*', '*/7', ...words)) },
    { weight: 1, arbitrary: fc.constantFrom(String(max + 1), '*/0', '5/15', '?', 'L', '3W', 'mon', 'x') },
  )
  return fc.array(token, { minLength: 1, maxLength: 2 }).map((all) => all.join(','))
}
const cronText = fc
  .tuple(
    fc.constantFrom('', '0 ', '*/10 ', '61 '),
    cronField(0, 59, []),
    cronField(0, 23, []),
    cronField(1, 31, ['L', 'LW', 'L-3', '15W', '?']),
    cronField(1, 12, ['jan', 'FEB', 'feb-apr']),
    cronField(0, 7, ['mon', 'SUN-tue', '5L', '5#2', '?']),
  )
  .map(([seconds, ...fields]) => `${seconds}${fields.join(' ')}`)

test('the check of the console accepts what the scheduler accepts, except dates that never occur', () => {
  fc.assert(
    fc.property(cronText, (cron) => {
      const problem = cronProblem(cron, 'UTC')
      if (problem === null) expect(syntaxProblem(cron)).toBeNull()
      else if (!problem.endsWith('never occurs. Check its day and month.')) expect(syntaxProblem(cron)).not.toBeNull()
    }),
    { numRuns: 3_000 },
  )
})
