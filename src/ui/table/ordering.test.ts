import { expect, test } from 'vitest'
import { nextOrdering } from './ordering.ts'

test('another column starts with its default direction, the same one toggles', () => {
  expect(nextOrdering('name', 'updated_at', true)).toBe('-updated_at')
  expect(nextOrdering('-updated_at', 'name', false)).toBe('name')
  expect(nextOrdering('name', 'name', false)).toBe('-name')
  expect(nextOrdering('-updated_at', 'updated_at', true)).toBe('updated_at')
})
