import { expect, test } from 'vitest'
import { costSumWords } from './cost-sum-words.ts'

const row = (cost: string, currency = 'EUR') => ({ cost_last_30_days: cost, currency })

test('a sum shows its number of rows if some have no cost', () => {
  expect(costSumWords([row('1.250000'), row('2.000000')], 'en')).toBe('€3.25 in the last 30 days on this page')
  expect(costSumWords([row('1.250000'), row(''), row('')], 'en')).toBe(
    '€1.25 in the last 30 days over 1 of 3 on this page',
  )
})

test('unknown costs, or different currencies, are not summed', () => {
  expect(costSumWords([row(''), row('')], 'en')).toBeNull()
  expect(costSumWords([], 'en')).toBeNull()
  expect(costSumWords([row('1.000000'), row('1.000000', 'USD')], 'en')).toBeNull()
  expect(costSumWords([row('1.500000', '')], 'en')).toBe('1.50 units in the last 30 days on this page')
})
