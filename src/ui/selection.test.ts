import { expect, test } from 'vitest'
import { pickRange } from './selection.ts'

const ids = ['a', 'b', 'c', 'd']

test('a press turns one row', () => {
  expect([...pickRange(new Set(['a']), ids, 2, 2)]).toEqual(['a', 'c'])
  expect([...pickRange(new Set(['a', 'c']), ids, 2, 2)]).toEqual(['a'])
})

test('with Shift the rows between follow what the pressed one became, in both directions', () => {
  expect([...pickRange(new Set(['b']), ids, 1, 3)].toSorted()).toEqual(['b', 'c', 'd'])
  expect([...pickRange(new Set(['a', 'b', 'c', 'd']), ids, 3, 1)]).toEqual(['a'])
})

test('a row that is not there changes nothing', () => {
  const selected = new Set(['a'])
  expect(pickRange(selected, ids, 0, 9)).toBe(selected)
})
