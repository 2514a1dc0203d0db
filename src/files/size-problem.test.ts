import { expect, test } from 'vitest'
import { sizeProblem } from './size-problem.ts'

test('a file above the limit is refused with its size and the limit', () => {
  expect(sizeProblem(32 * 1024 * 1024)).toBeNull()
  expect(sizeProblem(33 * 1024 * 1024)).toMatch(/33[.,]0 MB.*32 MB/)
})
