import { expect, test } from 'vitest'
import { hourBars, hourWords, spark, sparkPaths, sumOfHours, sumOfSpark } from './channel-hours.ts'
import { stateSpans } from './details/state-spans.ts'

const options = { now: Date.parse('2026-11-20T12:34:56Z'), zone: 'Europe/Berlin', locale: 'en-GB' }
const hours = [
  { at: '2026-11-19T22:00:00.000Z', received: 2, sent: 1, refused: 3 },
  { at: '2026-11-20T11:00:00.000Z', received: 0, sent: 0, refused: 0 },
  { at: '2026-11-20T12:00:00.000Z', received: 1, sent: 0, refused: 0 },
]

test('a bar is the total of an hour, named in the time zone; the last hour is incomplete', () => {
  expect(
    hourBars(hours, options).map(({ name, value, words, isIncomplete }) => [name, value, words, isIncomplete]),
  ).toEqual([
    ['19 Nov, 23:00', 6, '2 received, 1 sent, 3 rejected', false],
    ['12:00', 0, 'no traffic', false],
    ['13:00', 1, '1 received', true],
  ])
})

test('the total is the sum of the hours', () => {
  expect(sumOfHours(hours)).toEqual({ received: 3, sent: 1, refused: 3 })
  expect(hourWords(sumOfHours([]))).toBe('no traffic')
})

test('sparkline bars are relative to the highest hour; small values have a minimum height, and zero has no bar', () => {
  const counted = { id: 'chn_1', received: [1, 0, 400, 0, 100], sent: [0, 0, 500, 0, 0], refused: [0, 0, 100, 0, 0] }
  const { past, now } = sparkPaths(counted)
  const bars = (path: string) =>
    [...path.matchAll(/M(\d+) 20h2v-(\d+)/g)].map(([, at, height]) => [Number(at), Number(height)])
  expect(bars(past)).toEqual([
    [0, 2],
    [2 * spark.slot, spark.height],
  ])
  expect(bars(now)).toEqual([[4 * spark.slot, 2]])
  expect(sumOfSpark(counted)).toEqual({ received: 501, sent: 500, refused: 100 })
  expect(sparkPaths({ id: 'chn_2', received: [0, 0], sent: [0, 0], refused: [0, 0] })).toEqual({ past: '', now: '' })
})

test('a status lasts until the next change, the latest until now', () => {
  const spans = stateSpans(
    [
      { at: '2026-11-20T12:30:00Z', status: 'error', reason: 'No answer.' },
      { at: '2026-11-20T12:00:00Z', status: 'connected', reason: null },
    ],
    Date.parse('2026-11-20T12:31:00Z'),
  )
  expect(spans.map(({ durationMs, isCurrent }) => [durationMs, isCurrent])).toEqual([
    [60_000, true],
    [1_800_000, false],
  ])
})
