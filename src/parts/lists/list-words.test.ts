import { expect, test } from 'vitest'
import { listWords, withoutIdWords } from './list-words.ts'

const here = { parameters: [], ordering: 'asked', loaded: 1000, isWhole: false, isCut: false, hasTotal: false } as const

test('a list filtered by the service has no note', () => {
  expect(listWords(here)).toEqual([])
})

test('filters and searches of the console show their number of rows', () => {
  expect(listWords({ ...here, parameters: ['status'] })).toEqual(['Filtered in the browser, over 1,000 loaded.'])
  expect(listWords({ ...here, parameters: ['q'], isWhole: true })).toEqual(['Searched in the browser, over all 1,000.'])
  expect(listWords({ ...here, parameters: ['search', 'status'] })).toEqual([
    'Filtered and searched in the browser, over 1,000 loaded.',
  ])
})

test('an ignored order, and a truncated list, are reported', () => {
  expect(listWords({ ...here, ordering: 'unheeded', isCut: true })).toEqual([
    'Sorted by the service.',
    'The service returned 1,000 rows and no link to more.',
  ])
})

test('rows without an id are read-only, which is explained once', () => {
  expect(withoutIdWords([{ id: 'a' }])).toBe('')
  expect(withoutIdWords([{ id: '' }])).toBe('This service returns no id for this row, so you can only view it.')
  expect(withoutIdWords([{ id: '' }, { id: '' }])).toBe(
    'This service returns no id for these rows, so they can only be viewed.',
  )
  expect(withoutIdWords([{ id: 'a' }, { id: '' }])).toBe(
    'This service returns no id for 1 of these rows, so it can only be viewed.',
  )
})
