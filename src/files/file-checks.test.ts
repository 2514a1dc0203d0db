import { expect, test } from 'vitest'
import { sizeProblem, templateProblem } from './file-checks.ts'

test('a file above the limit is refused with its size and the limit', () => {
  expect(sizeProblem(32 * 1024 * 1024)).toBeNull()
  expect(sizeProblem(33 * 1024 * 1024)).toMatch(/33[.,]0 MB.*32 MB/)
})

test('a flow whose template is too large to import is refused before it is sent', () => {
  expect(templateProblem(30 * 1024 * 1024)).toBeNull()
  expect(templateProblem(31 * 1024 * 1024)).toMatch(/31[.,]0 MB.*30 MB/)
})
