import { expect, test } from 'vitest'
import { changedTags, tagChangeWords, tagProblem, tagsOf, typedTags } from './flow-tags.ts'

test('a change keeps tags that it does not name, including concurrently added ones', () => {
  const change = { add: ['c'], remove: ['a'] }
  expect(changedTags(['a', 'b', 'theirs'], change)).toEqual(['b', 'theirs', 'c'])
  expect(changedTags(['c'], change)).toEqual(['c'])
})

test('typed text is split at commas, trimmed, and duplicates are removed', () => {
  expect(typedTags(' night , night,, nöte ')).toEqual(['night', 'nöte'])
  expect(typedTags(' , ')).toEqual([])
  expect(tagProblem('x'.repeat(50))).toBeNull()
  expect(tagProblem('x'.repeat(51))).toMatch(/50/)
})

test('tags of flows are sorted by use and filtered by a text', () => {
  const flows = [{ tags: ['support', 'Ops'] }, { tags: ['Ops'] }, { tags: ['night', 'Ops', 'support'] }]
  expect(tagsOf(flows)).toEqual(['Ops', 'support', 'night'])
  expect(tagsOf(flows, ' OP')).toEqual(['Ops'])
  expect(tagsOf([])).toEqual([])
})

test('a change is described in a sentence', () => {
  expect(tagChangeWords({ add: ['night'], remove: ['a', 'b'] })).toBe('Add the tag “night”, remove the tags “a”, “b”')
  expect(tagChangeWords({ add: [], remove: ['a'] })).toBe('Remove the tag “a”')
})
