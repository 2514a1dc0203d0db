import { expect, test } from 'vitest'
import { unverifiableFilters } from './unverifiable-filters.ts'

const row = { id: '1', $absent: ['status', 'unread_count', 'contact', 'flow'] }

test('fields that rows do not contain cannot be verified', () => {
  expect(unverifiableFilters([row], ['status', 'unread', 'contact__email__icontains', 'number__gte', 'q'])).toEqual([
    'status',
    'unread count',
    'contact',
  ])
})

test('rows in the shape of the contract can be verified', () => {
  expect(unverifiableFilters([{ id: '1', status: 'open' }], ['status', 'cf.tier'])).toEqual([])
  expect(unverifiableFilters([], ['status'])).toEqual([])
})
