import { expect, test } from 'vitest'
import { groupCosts } from './group-costs.ts'

const group = (key: string, cost: string) => ({ key, label: `Flow ${key}`, count: 1, failed: 0, cost, duration_ms: 1 })
const totals = (cost: string) => ({ count: 7, failed: 0, cost, duration_ms: 1 })

test('the five highest are named, and the others add up to the exact total', () => {
  const flow = ['0.000009', '0.000008', '0.000007', '0.000006', '0.000005', '0.000004', '0.000003'].map((cost, index) =>
    group(String(index), cost),
  )
  const { top, others, total } = groupCosts({ totals: totals('0.000042'), groups: { flow } }, 'flow')
  expect(top.map((one) => one.name)).toEqual(['Flow 0', 'Flow 1', 'Flow 2', 'Flow 3', 'Flow 4'])
  expect(others).toEqual({ cost: 7n, count: 2 })
  expect(top.reduce((sum, one) => sum + one.cost, 0n) + (others?.cost ?? 0n)).toBe(total)
})

test('costs of groups that a service does not list are included in the others', () => {
  const flow = Array.from({ length: 6 }, (_, index) => group(String(index), '1.000000'))
  expect(groupCosts({ totals: totals('10.000000'), groups: { flow } }, 'flow').others).toEqual({
    cost: 5_000_000n,
    count: 1,
  })
})

test('costs without a model come after those of the models', () => {
  const model = [group('none', '0.000009'), group('small', '0.000005'), group('large', '0.000003')]
  const { top } = groupCosts({ totals: totals('0.000017'), groups: { model } }, 'model')
  expect(top.map(({ id }) => id)).toEqual(['small', 'large', 'none'])
})

test('with five groups or fewer there are no others', () => {
  expect(
    groupCosts({ totals: totals('1.000000'), groups: { flow: [group('a', '1.000000')] } }, 'flow').others,
  ).toBeNull()
  expect(groupCosts({ totals: totals('0.000000'), groups: {} }, 'kind')).toEqual({
    groups: [],
    top: [],
    others: null,
    total: 0n,
  })
})
