import { expect, test } from 'vitest'
import { listWords, withoutIdWords } from './list-words.ts'

const here = {
  parameters: [],
  ordering: 'asked',
  loaded: 1000,
  isComplete: false,
  isTruncated: false,
  hasTotal: false,
} as const

test('a list that the service filtered has no note', () => {
  expect(listWords(here)).toEqual([])
})

test('the note names filters and searches of the console, and the number of rows', () => {
  expect(listWords({ ...here, parameters: ['status'] })).toEqual(['Filtered in the browser, over 1,000 loaded rows.'])
  expect(listWords({ ...here, parameters: ['q'], isComplete: true })).toEqual([
    'Searched in the browser, over all 1,000 rows.',
  ])
  expect(listWords({ ...here, parameters: ['search', 'status'] })).toEqual([
    'Filtered and searched in the browser, over 1,000 loaded rows.',
  ])
})

test('an ignored order and a truncated list are reported', () => {
  expect(listWords({ ...here, ordering: 'ignored', isTruncated: true })).toEqual([
    'The service ignored the sort order.',
    'The service returned 1,000 rows and no link to more.',
  ])
})

test('rows without an id have one common note', () => {
  expect(withoutIdWords([{ id: 'a' }])).toBe('')
  expect(withoutIdWords([{ id: '' }])).toBe('This service returns no id for this row, so you can only view it.')
  expect(withoutIdWords([{ id: '' }, { id: '' }])).toBe(
    'This service returns no id for these rows, so they can only be viewed.',
  )
  expect(withoutIdWords([{ id: 'a' }, { id: '' }])).toBe(
    'This service returns no id for 1 of these rows, so it can only be viewed.',
  )
})
