import { expect, test } from 'vitest'
import { knownVersion } from './known-version.ts'

test('only a version that is counted is sent', () => {
  expect(knownVersion(3)).toBe(3)
  expect(knownVersion(Number.NaN)).toBeUndefined()
  expect(knownVersion(null)).toBeUndefined()
  expect(JSON.stringify({ version: knownVersion(Number.NaN) })).toBe('{}')
})
