import { expect, test } from 'vitest'
import { toggleChoice, filterOptions } from './picker-options.ts'

const options = [
  { value: 'a', label: 'Refund up to €50', note: 'support' },
  { value: 'b', label: 'Partial refund' },
  { value: 'c', label: 'Zürich desk' },
]
const found = (text: string) => filterOptions(options, text).map((option) => option.value)

test('every word must match, ignoring case and accents; prefixes come first', () => {
  expect(found('')).toEqual(['a', 'b', 'c'])
  expect(found('REFUND')).toEqual(['a', 'b'])
  expect(found('part ref')).toEqual(['b'])
  expect(found('zur')).toEqual(['c'])
  expect(found('support')).toEqual(['a'])
  expect(found('partial')).toEqual(['b'])
  expect(found('desk refund')).toEqual([])
  expect(found('50')).toEqual(['a'])
})

test('a prefix has precedence over a match within', () => {
  const two = [
    { value: 'x', label: 'New desk' },
    { value: 'y', label: 'Desk of sales' },
  ]
  expect(filterOptions(two, 'desk').map((option) => option.value)).toEqual(['y', 'x'])
})

test('with several values one is toggled, a single one is replaced', () => {
  expect(toggleChoice(['a'], 'b', true)).toEqual(['a', 'b'])
  expect(toggleChoice(['a', 'b'], 'a', true)).toEqual(['b'])
  expect(toggleChoice(['a'], 'b', false)).toEqual(['b'])
  expect(toggleChoice(['a'], 'a', false)).toEqual(['a'])
})
