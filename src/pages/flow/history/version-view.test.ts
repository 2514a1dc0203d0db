import { expect, test } from 'vitest'
import { readVersionView, withVersionView } from './version-view.ts'

test('the URL contains the chosen versions', () => {
  const query = new URLSearchParams('tab=history&version=6&with=8&at=3&node=n1')
  expect(readVersionView(query)).toEqual({ version: 6, with: 8, isComparing: false })
  expect(withVersionView(query, { version: 5, with: null }).toString()).toBe('tab=history&version=5')
  expect(withVersionView(query, { isComparing: true }).toString()).toBe('tab=history&version=6&with=8&compare=')
})

test('numbers that no version has are ignored', () => {
  for (const text of ['0', '-1', 'x', '1.5', '99999999999', ''])
    expect(readVersionView(new URLSearchParams({ version: text })).version, text).toBeNull()
})
