import { expect, test } from 'vitest'
import { failedShare } from './failed-share.ts'

test('failed runs are a share of the runs that ended', () => {
  expect(failedShare({ count: 23, ended: 20, failed: 3 })).toBe('15.0%')
  expect(failedShare({ count: 100, failed: 4 })).toBe('4.0%')
  expect(failedShare({ count: 100, ended: 100, failed: 0 })).toBe('0.0%')
})

test('without ended runs, and without a count of failed ones, there is no share', () => {
  expect(failedShare({ count: 2, ended: 0, failed: 0 })).toBe('')
  expect(failedShare({ count: 0, failed: 0 })).toBe('')
  expect(failedShare({ count: 2, failed: Number.NaN })).toBe('')
})
