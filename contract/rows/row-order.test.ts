import { expect, test } from 'vitest'
import { conversation } from '#contract/conversation.ts'
import { listQuery } from './list-query.ts'
import { sortRows, isInOrder } from './row-order.ts'

const rows = [
  { id: 'a', priority: 'high', total_cost: '10.000000', number: 10, created_at: '2026-11-02T00:00:00Z' },
  { id: 'b', priority: 'none', total_cost: '9.500000', number: 9, created_at: '2026-11-03T00:00:00Z' },
  { id: 'c', priority: 'urgent', total_cost: '', number: Number.NaN, created_at: '2026-11-01T00:00:00Z' },
]
const by = (ordering: string) => listQuery(conversation.list, { ordering }).ordering
const idsBy = (ordering: string) => sortRows('conversation', rows, by(ordering)).map(({ id }) => id)

test('rows are sorted by amount, number, rank of the priority or instant, with missing values last', () => {
  expect(idsBy('total_cost')).toEqual(['b', 'a', 'c'])
  expect(idsBy('-total_cost')).toEqual(['a', 'b', 'c'])
  expect(idsBy('-number')).toEqual(['a', 'b', 'c'])
  expect(idsBy('-priority')).toEqual(['c', 'a', 'b'])
  expect(idsBy('created_at')).toEqual(['c', 'a', 'b'])
})

test('a wrong order is detected, except for texts', () => {
  expect(isInOrder('conversation', rows, by('-created_at'))).toBe(false)
  expect(isInOrder('conversation', rows, by('-total_cost'))).toBe(true)
  expect(isInOrder('conversation', rows, by('contact__name'))).toBe(true)
})
