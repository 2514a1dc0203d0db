import { expect, test } from 'vitest'
import { budgetPeriod, budgetStateOf } from './budget.ts'

const at = (iso: string) => Date.parse(iso)
const iso = ({ from, to }: { from: number; to: number }) => [new Date(from).toISOString(), new Date(to).toISOString()]
const hour = 3_600_000

test('periods are days and months of the zone, also across clock changes', () => {
  expect(iso(budgetPeriod('daily', 'Europe/Berlin', at('2026-10-25T12:00:00Z')))).toEqual([
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ])
  expect(iso(budgetPeriod('monthly', 'Europe/Berlin', at('2026-10-31T23:30:00Z')))).toEqual([
    '2026-10-31T23:00:00.000Z',
    '2026-11-30T23:00:00.000Z',
  ])
  expect(iso(budgetPeriod('monthly', 'Asia/Kathmandu', at('2026-12-31T18:00:00Z')))).toEqual([
    '2026-11-30T18:15:00.000Z',
    '2026-12-31T18:15:00.000Z',
  ])
})

const period = { from: at('2026-11-22T00:00:00Z'), to: at('2026-11-23T00:00:00Z') }
const budget = { amount: 1_000_000n, thresholds: [50, 80, 100] }
const state = (periodCost: bigint, recentCost = 0n, now = period.from + 12 * hour) =>
  budgetStateOf(budget, { period, periodCost, recentCost }, now)

test('a threshold is reached at its exact amount, not before', () => {
  expect(state(499_999n)).toMatchObject({ share: 49.9, reached: null, status: 'ok' })
  expect(state(500_000n)).toMatchObject({ share: 50, reached: 50, status: 'alert' })
  expect(state(999_999n)).toMatchObject({ share: 99.9, reached: 80, status: 'alert' })
  expect(state(1_000_000n)).toMatchObject({ share: 100, reached: 100, status: 'over' })
  expect(state(10n ** 17n)).toMatchObject({ share: 10_000_000_000_000, status: 'over' })
})

test('a budget without a threshold of 100% is also over at its amount', () => {
  const facts = { amount: 3n, thresholds: [200] }
  expect(budgetStateOf(facts, { period, periodCost: 3n, recentCost: 0n }, period.from)).toMatchObject({
    reached: null,
    status: 'over',
  })
})

test('the projection uses the spending of the last seven days', () => {
  expect(state(100_000n, 1_400_000n)).toMatchObject({
    projected: '0.200000',
    basis: 'at your 7-day average',
  })
  expect(state(100_000n)).toMatchObject({ projected: '0.100000', basis: 'no spend in the last 7 days' })
  expect(state(1n, 7n, period.to - 1)).toMatchObject({ projected: '0.000001' })
})
