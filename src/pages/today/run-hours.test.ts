import { expect, test } from 'vitest'
import { hourBars, lastHours } from './run-hours.ts'

const iso = (at: number | undefined) => new Date(at ?? 0).toISOString()

test('the bars begin at full hours, also of a zone with quarter hours', () => {
  const starts = lastHours(Date.parse('2026-11-21T14:26:00Z'), 'Asia/Kathmandu')
  expect([starts.length, iso(starts[0]), iso(starts.at(-1))]).toEqual([
    24,
    '2026-11-20T15:15:00.000Z',
    '2026-11-21T14:15:00.000Z',
  ])
})

test('an hour that the clocks repeat has two bars', () => {
  const zone = 'Europe/Berlin'
  const bars = hourBars(lastHours(Date.parse('2026-10-25T06:30:00Z'), zone), [], zone)
  expect(bars.filter(({ words }) => words.startsWith('02:00'))).toHaveLength(2)
})

test('a bar says when, how many runs and how many failed', () => {
  const starts = lastHours(Date.parse('2026-11-21T14:26:00Z'), 'UTC')
  const bars = hourBars(
    starts,
    [
      { key: '2026-11-21T14:00:00.000Z', count: 1, failed: 0 },
      { key: '2026-11-21T12:00:00.000Z', count: 1312, failed: 12 },
    ],
    'UTC',
  )
  expect(bars.slice(-3).map(({ words }) => words)).toEqual([
    '12:00 – 13:00: 1,312 runs, 12 failed',
    '13:00 – 14:00: 0 runs',
    '14:00 – 15:00: 1 run',
  ])
  expect(bars.at(-1)).toMatchObject({ to: '2026-11-21T15:00:00.000Z', isCurrent: true })
  expect(bars.flatMap(({ label }) => (label === '' ? [] : [label]))).toEqual(['18:00', '00:00', '06:00', '12:00'])
})
