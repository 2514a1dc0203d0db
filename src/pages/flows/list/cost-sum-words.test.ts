import { expect, test } from 'vitest'
import { costSumWords } from './cost-sum-words.ts'

const row = (cost: string, currency = 'EUR') => ({ cost_last_30_days: cost, currency })

test('if some rows have no cost, the sum names the number of rows', () => {
  expect(costSumWords([row('1.250000'), row('2.000000')], 'en')).toBe(
    '€3.25 in the last 30 days for the flows on this page',
  )
  expect(costSumWords([row('1.250000'), row(''), row('')], 'en')).toBe(
    '€1.25 in the last 30 days for 1 of 3 flows on this page',
  )
})

test('without known costs, or with different currencies, there is no sum', () => {
  expect(costSumWords([row(''), row('')], 'en')).toBeNull()
  expect(costSumWords([], 'en')).toBeNull()
  expect(costSumWords([row('1.000000'), row('1.000000', 'USD')], 'en')).toBeNull()
  expect(costSumWords([row('1.500000', '')], 'en')).toBe('1.50 units in the last 30 days for the flows on this page')
})
