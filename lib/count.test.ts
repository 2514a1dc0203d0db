import { expect, test } from 'vitest'
import { count, formatCount } from './count.ts'

test('a number is shown with its noun, singular or plural', () => {
  expect(count(1, 'flow')).toBe('1 flow')
  expect(count(0, 'flow')).toBe('0 flows')
  expect(count(2, 'reply', 'replies')).toBe('2 replies')
})

test('a missing number is a dash, never 0 or NaN', () => {
  for (const absent of [Number.NaN, Infinity, null]) expect(formatCount(absent)).toBe('—')
  expect(count(Number.NaN, 'flow')).toBe('— flows')
  expect(formatCount(0)).toBe('0')
})
