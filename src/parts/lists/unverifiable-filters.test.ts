import { expect, test } from 'vitest'
import { unverifiableFilters } from './unverifiable-filters.ts'

const row = { id: '1', $absent: ['status', 'unread_count', 'contact', 'flow'] }

test('filters on fields that rows do not contain cannot be verified', () => {
  expect(unverifiableFilters([row], ['status', 'unread', 'contact__email__icontains', 'number__gte', 'q'])).toEqual([
    'status',
    'unread count',
    'contact',
  ])
})

test('filters on rows with all fields of the contract can be verified', () => {
  expect(unverifiableFilters([{ id: '1', status: 'open' }], ['status', 'cf.tier'])).toEqual([])
  expect(unverifiableFilters([], ['status'])).toEqual([])
})
