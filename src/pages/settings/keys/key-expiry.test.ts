import { expect, test } from 'vitest'
import { expiryAt, expiryState } from './key-expiry.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

test('the expiry of a new key is counted from now, or is never', () => {
  expect(expiryAt('30', now)).toBe('2026-12-21T12:00:00.000Z')
  expect(expiryAt('never', now)).toBeNull()
})

test.each([
  [null, 'never'],
  ['2026-11-21T12:00:00Z', 'over'],
  ['2026-11-28T11:59:59Z', 'soon'],
  ['2026-11-28T12:00:01Z', 'later'],
])('an expiry of %s is %s', (at, state) => {
  expect(expiryState({ expires_at: at }, now)).toBe(state)
})
