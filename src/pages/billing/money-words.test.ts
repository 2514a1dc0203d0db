import { expect, test } from 'vitest'
import { perDay } from './money-words.ts'

test('the average per day of thirty days', () => {
  expect(perDay('3106.420000', 30)).toBe('103.547333')
  expect(perDay('nothing', 30)).toBeNull()
})
