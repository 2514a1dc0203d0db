import { expect, test } from 'vitest'
import { dayCosts } from './day-costs.ts'

const group = (key: string, cost: string) => ({ key, label: key, count: 1, failed: 0, cost, duration_ms: 1 })
const totals = (cost: string) => ({ count: 2, failed: 0, cost, duration_ms: 1 })
const range = { first: '2026-11-18', last: '2026-11-20' }
const rangeBefore = { first: '2026-11-15', last: '2026-11-17' }

test('days without runs are included, over the whole period', () => {
  const day = [group('2026-11-19', '0.100000')]
  const { days, earlier } = dayCosts({ totals: totals('0.100000'), groups: { day } }, range, undefined)
  expect(days.map((one) => [one.day, one.cost])).toEqual([
    ['2026-11-18', 0n],
    ['2026-11-19', 100_000n],
    ['2026-11-20', 0n],
  ])
  expect(earlier).toBe(0n)
  expect(days[0]?.before).toBeNull()
  expect(dayCosts({ totals: totals('0.000000'), groups: {} }, range, undefined).days).toHaveLength(3)
})

test('the compared period is aligned day by day; days that it does not have are unknown', () => {
  const day = [group('2026-11-18', '0.100000')]
  const groups = [group('2026-11-15', '0.000001'), group('2026-11-17', '0.000002')]
  const summary = { totals: totals('0.100000'), groups: { day } }
  const before = dayCosts(summary, range, { range: rangeBefore, groups }).days.map((one) => one.before)
  expect(before).toEqual([1n, 0n, 2n])
  const shorter = { range: { ...rangeBefore, last: '2026-11-16' }, groups }
  expect(dayCosts(summary, range, shorter).days.map((one) => one.before)).toEqual([1n, 0n, null])
})

test('runs after the period are included, since clocks differ', () => {
  const day = [group('2026-11-21', '1.000000')]
  const { days } = dayCosts({ totals: totals('1.000000'), groups: { day } }, range, undefined)
  expect(days.at(-1)).toMatchObject({ day: '2026-11-21', cost: 1_000_000n })
})

test('the cost of earlier days is the rest of the total, exact to the micro', () => {
  const day = [group('2024-01-01', '0.000007'), group('2026-11-20', '0.000003')]
  const long = { first: '2024-01-01', last: '2026-11-20' }
  const { days, earlier } = dayCosts({ totals: totals('0.000010'), groups: { day } }, long, undefined)
  expect(days).toHaveLength(366)
  expect(days.reduce((sum, one) => sum + one.cost, 0n) + earlier).toBe(10n)
  expect(earlier).toBe(7n)
})
