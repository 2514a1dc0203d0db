import { expect, test } from 'vitest'
import { facetCounts, facetOptions } from './facet-counts.ts'

const facets = {
  facets: [
    {
      field: 'assignee',
      more: false,
      values: [
        { value: null, label: null, count: 9 },
        { value: 'usr_1', label: 'Olga', count: 4 },
      ],
    },
    { field: 'label', more: true, values: [{ value: 'vip', label: null, count: 2 }] },
  ],
}

test('a value without rows counts 0, unless the list of values is truncated', () => {
  const countOf = facetCounts(facets)
  expect(countOf('assignee', 'usr_1')).toBe(4)
  expect(countOf('assignee', 'none')).toBe(9)
  expect(countOf('assignee', 'usr_2')).toBe(0)
  expect(countOf('label', 'refund')).toBeUndefined()
})

test('the count of a value without a facet is unknown', () => {
  expect(facetCounts(undefined)('status', 'open')).toBeUndefined()
  expect(facetCounts(facets)('number', '1')).toBeUndefined()
  expect(facetOptions(facets, 'assignee')).toEqual([{ value: 'usr_1', count: 4 }])
})
