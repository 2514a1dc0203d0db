import { expect, test } from 'vitest'
import { refusedOrdering, refusedFilterWords, withRefused } from './refused-filter-words.ts'

test('removing one invalid parameter from the URL keeps the others', () => {
  const query = new URLSearchParams('status=broken,active&ordering=wood')
  const status = refusedFilterWords(query, 'status', ['active'], 'status')
  const ordering = refusedOrdering(query, 'name')
  const written = new URLSearchParams('status=active&tag=a&tag=b')
  expect(decodeURIComponent(String(withRefused(written, ordering)))).toBe('status=active&tag=a&tag=b&ordering=wood')
  expect(decodeURIComponent(String(withRefused(written, status)))).toBe('status=broken,active&tag=a&tag=b')
})
