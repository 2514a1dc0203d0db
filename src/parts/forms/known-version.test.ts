import { expect, test } from 'vitest'
import { knownVersion, versionsWords, versionWords } from './known-version.ts'

test('only a known version is sent', () => {
  expect(knownVersion(3)).toBe(3)
  expect(knownVersion(Number.NaN)).toBeUndefined()
  expect(knownVersion(null)).toBeUndefined()
  expect(JSON.stringify({ version: knownVersion(Number.NaN) })).toBe('{}')
})

test('an unknown version is omitted from texts', () => {
  expect([versionWords(3), versionWords(Number.NaN)]).toEqual(['version 3', ''])
  expect(versionsWords(4, 3)).toBe(' (version 4, yours is 3)')
  expect([versionsWords(Number.NaN, 3), versionsWords(4, Number.NaN)]).toEqual(['', ''])
})
