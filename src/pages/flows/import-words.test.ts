import { expect, test } from 'vitest'
import { eachOnce, formatWord, missingSummary, missingWords, placeOf } from './import-words.ts'
import { sizeProblem } from './size-problem.ts'

const nothing = {
  warnings: [],
  missing: { tools: [], channels: [], secrets: [] },
  redacted: [],
  renamed_from: null,
  source_format: 'n8n',
}

test('what is missing is named, and nothing where nothing is', () => {
  expect(missingWords(nothing)).toEqual([])
  expect(missingSummary(nothing)).toBe('')
  const result = {
    ...nothing,
    missing: { tools: ['a', 'b'], channels: ['mail'], secrets: [] },
    redacted: ['nodes.x.config.key'],
  }
  expect(missingWords(result)).toEqual([
    '2 tools are missing here: a, b.',
    '1 channel is missing here: mail.',
    '1 secret was taken out of the file and became a reference.',
  ])
  expect(missingSummary(result)).toBe('Missing here: 2 tools, 1 channel')
})

test('the place of a refusal, as far as it is known', () => {
  expect(placeOf({ ok: false, code: 'json-syntax', message: '', line: 3, column: 14 })).toBe('Line 3, column 14')
  expect(placeOf({ ok: false, code: 'empty', message: '' })).toBe('')
})

test('a format that nobody here knows keeps its own name', () => {
  expect(formatWord('n8n')).toBe('n8n, converted')
  expect(formatWord('constructor')).toBe('constructor')
})

test('a file above the limit is refused with its size and the limit', () => {
  expect(sizeProblem(32 * 1024 * 1024)).toBeNull()
  expect(sizeProblem(33 * 1024 * 1024)).toMatch(/33[.,]0 MB.*32 MB/)
})

test('what applies several times is said once', () => {
  expect(eachOnce(['a', 'b', 'a'])).toEqual(['a (2 times)', 'b'])
})
