import { expect, test } from 'vitest'
import { codeIn } from './code-in.ts'

test('the code is found in the fragment and in the query', () => {
  expect(codeIn('', '#code=K7-M4-2Q')).toBe('K7-M4-2Q')
  expect(codeIn('?code=K7-M4-2Q', '')).toBe('K7-M4-2Q')
  expect(codeIn('', '#K7-M4-2Q')).toBe('K7-M4-2Q')
})

test('other URLs contain no code', () => {
  for (const [search, hash] of [
    ['', ''],
    ['?a=b', '#main menu'],
    ['', '#x'],
  ] as const)
    expect(codeIn(search, hash)).toBe('')
})
