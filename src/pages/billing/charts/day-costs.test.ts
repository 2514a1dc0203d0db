import { expect, test } from 'vitest'
import { dayCosts } from './day-costs.ts'

const group = (key: string, cost: string) => ({ key, label: key, count: 1, failed: 0, cost, duration_ms: 1 })
const totals = (cost: string) => ({ count: 2, failed: 0, cost, duration_ms: 1 })
const previous = { ...totals('0.000000'), from: '2026-11-15T00:00:00.000Z', to: '2026-11-18T00:00:00.000Z' }

test('days without runs are included, over the whole period of the filter', () => {
  const day = [group('2026-11-19', '0.100000')]
  const { days, earlier } = dayCosts({ totals: totals('0.100000'), previous, groups: { day } }, undefined, 'UTC')
  expect(days.map((one) => [one.day, one.cost])).toEqual([
    ['2026-11-18', 0n],
    ['2026-11-19', 100_000n],
    ['2026-11-20', 0n],
  ])
  expect(earlier).toBe(0n)
  expect(days[0]?.before).toBeNull()
})

test('the previous period is aligned day by day', () => {
  const day = [group('2026-11-18', '0.100000')]
  const before = [group('2026-11-15', '0.000001'), group('2026-11-17', '0.000002')]
  const { days } = dayCosts({ totals: totals('0.100000'), previous, groups: { day } }, before, 'UTC')
  expect(days.map((one) => one.before)).toEqual([1n, 0n, 2n])
})

test('days are those of the time zone, even when clocks change', () => {
  const berlin = { ...previous, from: '2026-10-22T22:00:00.000Z', to: '2026-10-24T22:00:00.000Z' }
  const { days } = dayCosts({ totals: totals('0'), previous: berlin, groups: {} }, [], 'Europe/Berlin')
  expect(days.map((one) => one.day)).toEqual(['2026-10-25', '2026-10-26'])
})

test('a filter without a start shows the days from the first to the last run; runs in the future are included', () => {
  const day = [group('2026-11-01', '1.000000'), group('2026-11-03', '1.000000')]
  expect(dayCosts({ totals: totals('2.000000'), previous: null, groups: { day } }, undefined, 'UTC').days).toHaveLength(
    3,
  )
  const later = [group('2026-11-25', '1.000000')]
  const { days } = dayCosts({ totals: totals('1.000000'), previous, groups: { day: later } }, [], 'UTC')
  expect(days.at(-1)).toMatchObject({ day: '2026-11-25', cost: 1_000_000n, before: 0n })
})

test('the cost of earlier days is the rest of the total, exact to the micro', () => {
  const day = [group('2024-01-01', '0.000007'), group('2026-11-20', '0.000003')]
  const { days, earlier } = dayCosts({ totals: totals('0.000010'), previous: null, groups: { day } }, undefined, 'UTC')
  expect(days).toHaveLength(366)
  expect(days.reduce((sum, one) => sum + one.cost, 0n) + earlier).toBe(10n)
  expect(earlier).toBe(7n)
})

test('without runs there are no days', () => {
  expect(dayCosts({ totals: totals('0.000000'), previous: null, groups: {} }, undefined, 'UTC')).toEqual({
    days: [],
    earlier: 0n,
  })
})

test('all requested days are included, even if clocks changed in the previous period', () => {
  const berlin = { ...previous, from: '2026-10-23T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z' }
  const { days } = dayCosts({ totals: totals('0'), previous: berlin, groups: {} }, [], 'Europe/Berlin')
  expect(days.map((one) => one.day)).toEqual(['2026-10-26', '2026-10-27'])
  const spring = { ...previous, from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T22:00:00.000Z' }
  const { days: one } = dayCosts({ totals: totals('0'), previous: spring, groups: {} }, [], 'Europe/Berlin')
  expect(one.map(({ day }) => day)).toEqual(['2026-03-30'])
})
