import { expect, test } from 'vitest'
import { nextOrdering } from './ordering.ts'

test('another column begins with its own direction, the same one turns', () => {
  expect(nextOrdering('name', 'updated_at', true)).toBe('-updated_at')
  expect(nextOrdering('-updated_at', 'name', false)).toBe('name')
  expect(nextOrdering('name', 'name', false)).toBe('-name')
  expect(nextOrdering('-updated_at', 'updated_at', true)).toBe('updated_at')
})
