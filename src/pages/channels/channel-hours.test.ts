import { expect, test } from 'vitest'
import { hourBars, hourWords, sumOfHours } from './channel-hours.ts'
import { stateSpans } from './state-spans.ts'

const options = { now: Date.parse('2026-11-20T12:34:56Z'), zone: 'Europe/Berlin', locale: 'en-GB' }
const hours = [
  { at: '2026-11-19T22:00:00.000Z', received: 2, sent: 1, refused: 3 },
  { at: '2026-11-20T11:00:00.000Z', received: 0, sent: 0, refused: 0 },
  { at: '2026-11-20T12:00:00.000Z', received: 1, sent: 0, refused: 0 },
]

test('a bar is all that happened in an hour, by the clock of the zone; the last hour is not over', () => {
  expect(hourBars(hours, options).map(({ name, value, words, pale }) => [name, value, words, pale])).toEqual([
    ['19 Nov, 23:00', 6, '2 in, 1 out, 3 refused', false],
    ['12:00', 0, 'nothing', false],
    ['13:00', 1, '1 in', true],
  ])
})

test('the sum of the table is that of its rows', () => {
  expect(sumOfHours(hours)).toEqual({ received: 3, sent: 1, refused: 3 })
  expect(hourWords(sumOfHours([]))).toBe('nothing')
})

test('a state lasts until the next change, the latest until now', () => {
  const spans = stateSpans(
    [
      { at: '2026-11-20T12:30:00Z', status: 'error', reason: 'No answer.' },
      { at: '2026-11-20T12:00:00Z', status: 'connected', reason: null },
    ],
    Date.parse('2026-11-20T12:31:00Z'),
  )
  expect(spans.map(({ lasted, isNow }) => [lasted, isNow])).toEqual([
    [60_000, true],
    [1_800_000, false],
  ])
})
