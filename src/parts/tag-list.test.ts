import { expect, test } from 'vitest'
import { maxTag, maxTags } from '#contract/limits.ts'
import { tagProblem, withTag } from './tag-list.ts'

test('a tag is trimmed, composed, and stands once', () => {
  expect(withTag(['shop'], '  orders ')).toEqual(['shop', 'orders'])
  expect(withTag(['café'], 'cafe\u0301')).toEqual(['café'])
  expect(withTag(['shop'], '   ')).toEqual(['shop'])
})

test('too long and too many are said, with what to do', () => {
  expect(tagProblem([], '   ')).toBeNull()
  expect(tagProblem([], '🚚'.repeat(maxTag))).toBeNull()
  expect(tagProblem([], 'x'.repeat(maxTag + 1))).toContain(String(maxTag + 1))
  const full = Array.from({ length: maxTags }, (_, index) => `tag ${index}`)
  expect(tagProblem(full, 'one more')).toContain('Remove one first')
  expect(tagProblem(full, 'tag 3')).toBeNull()
})
