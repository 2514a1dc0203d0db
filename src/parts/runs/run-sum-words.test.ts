import { expect, test } from 'vitest'
import { comparedWords, failedWords, previousPeriodWords, unknownCostWords } from './run-sum-words.ts'

const day = 86_400_000
const range = (ms: number) => ({ from: new Date(0).toISOString(), to: new Date(ms).toISOString() })
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('a period in words, even when clocks change', () => {
  expect(previousPeriodWords(range(30 * day))).toBe('previous 30 days')
  expect(previousPeriodWords(range(30 * day + 3_600_000))).toBe('previous 30 days')
  expect(previousPeriodWords(range(day))).toBe('previous day')
  expect(previousPeriodWords(range(5 * 3_600_000))).toBe('previous 5 h')
})

test('the share of failed runs in words', () => {
  expect(plain(failedWords({ count: 1000, failed: 9 }))).toBe('0.9% failed')
  expect(failedWords({ count: 10, failed: 0 })).toBe('none failed')
  expect(failedWords({ count: 0, failed: 0 })).toBe('')
})

test('a sum says how many costs it lacks, and is not compared then', () => {
  expect(unknownCostWords({})).toBe('')
  expect(unknownCostWords({ unknown_costs: 1 })).toBe('without 1 run whose cost is not known')
  expect(unknownCostWords({ unknown_costs: 12 })).toBe('without 12 runs whose cost is not known')
  const before = { ...totals(100, '1.000000'), ...range(day) }
  const now = { ...totals(100, '2.000000'), unknown_costs: 1 }
  expect(comparedWords({ totals: now, previous: before })).not.toContain('Cost')
  expect(comparedWords({ totals: before, previous: { ...before, unknown_costs: 1 } })).not.toContain('Cost')
})

const totals = (count: number, cost: string, failed = 0) => ({ count, failed, cost, duration_ms: 0 })

test('the comparison with the previous period in words', () => {
  const previous = { ...totals(100, '1.000000', 1), ...range(30 * day) }
  expect(plain(comparedWords({ totals: totals(97, '1.126000'), previous }))).toBe(
    'Cost +12.6%, runs −3.0% vs the previous 30 days, when 1.0% failed',
  )
  const free = { ...totals(10, '0.000000'), ...range(day) }
  expect(plain(comparedWords({ totals: totals(20, '1.000000'), previous: free }))).toBe(
    'Runs +100.0% vs the previous day, when none failed',
  )
  expect(comparedWords({ totals: totals(1, '1.000000'), previous: null })).toBe('')
  expect(comparedWords({ totals: totals(1, '1.000000'), previous: { ...previous, count: 0 } })).toBe(
    'None in the 30 days before',
  )
})
