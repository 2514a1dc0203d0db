import { expect, test } from 'vitest'
import { definitionFieldWord, foundFlowsWords, searchGapWords } from './definition-words.ts'

test('the number of flows found, in words', () => {
  expect(foundFlowsWords({ count: 1, more: false }, 'a')).toBe('1 flow contains “a” in its definition')
  expect(foundFlowsWords({ count: 12, more: false }, 'a')).toBe('12 flows contain “a” in their definition')
  expect(foundFlowsWords({ count: 500, more: true }, 'a')).toBe('More than 500 flows contain “a” in their definition')
})

test('values are named by their field, references by their kind', () => {
  expect(definitionFieldWord({ field: 'tool', path: '' })).toBe('Tool')
  expect(definitionFieldWord({ field: 'text', path: 'prompt' })).toBe('prompt')
})

test('what was not searched is said', () => {
  const result = { count: 0, more: false, results: [], is_partial: false, pending: 0 }
  expect(searchGapWords(result)).toEqual([])
  expect(searchGapWords({ ...result, is_partial: true, pending: 1 })).toEqual([
    'Only the flows changed last were searched. Enter a longer text to search all flows.',
    '1 flow changed a moment ago and will be searched shortly.',
  ])
})
