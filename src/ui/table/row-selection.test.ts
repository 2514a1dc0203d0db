import { expect, test } from 'vitest'
import { distinctKeys, pickRange } from './row-selection.ts'

const ids = ['a', 'b', 'c', 'd']

test('a click toggles one row', () => {
  expect([...pickRange(new Set(['a']), ids, 2, 2)]).toEqual(['a', 'c'])
  expect([...pickRange(new Set(['a', 'c']), ids, 2, 2)]).toEqual(['a'])
})

test('with Shift the rows between get the state of the clicked one, in both directions', () => {
  expect([...pickRange(new Set(['b']), ids, 1, 3)].toSorted()).toEqual(['b', 'c', 'd'])
  expect([...pickRange(new Set(['a', 'b', 'c', 'd']), ids, 3, 1)]).toEqual(['a'])
})

test('a missing row changes nothing', () => {
  const selected = new Set(['a'])
  expect(pickRange(selected, ids, 0, 9)).toBe(selected)
})

test('a row without an id is never selected, clicked or in a range', () => {
  const some = ['a', '', 'c', '']
  const selected = new Set(['a'])
  expect(pickRange(selected, some, 1, 1)).toBe(selected)
  expect([...pickRange(new Set(), some, 0, 2)]).toEqual(['a', 'c'])
})

test('every row has a unique key, even with empty or duplicate ids', () => {
  const keys = distinctKeys(['a', '', 'b', '', 'a'])
  expect(new Set(keys).size).toBe(5)
  expect([keys[0], keys[2]]).toEqual(['a', 'b'])
})
