import { expect, test } from 'vitest'
import { costSumWords } from './cost-sum-words.ts'

const row = (cost: string, currency = 'EUR') => ({ cost_last_30_days: cost, currency })

test('if some rows have no cost, the sum names the number of rows', () => {
  expect(costSumWords([row('1.250000'), row('2.000000')], true, 'en')).toBe('€3.25 in the last 30 days')
  expect(costSumWords([row('1.250000'), row(''), row('')], true, 'en')).toBe(
    '€1.25 in the last 30 days for 1 of 3 flows',
  )
})

test('a sum of one page among others says so', () => {
  expect(costSumWords([row('1.250000')], false, 'en')).toBe('This page: €1.25 in the last 30 days')
})

test('without known costs, or with different currencies, there is no sum', () => {
  expect(costSumWords([row(''), row('')], true, 'en')).toBeNull()
  expect(costSumWords([], true, 'en')).toBeNull()
  expect(costSumWords([row('1.000000'), row('1.000000', 'USD')], true, 'en')).toBeNull()
  expect(costSumWords([row('1.500000', '')], true, 'en')).toBe('1.50 units in the last 30 days')
})
