import { expect, test } from 'vitest'
import { shortcutOf } from './shortcut-of.ts'

test('a shortcut has only lower-case letters, digits and single hyphens', () => {
  expect(shortcutOf('Refund, late')).toBe('refund-late')
  expect(shortcutOf(' Überzahlung 24 ')).toBe('uberzahlung-24')
  expect(shortcutOf('شكراً')).toBe('')
  expect(shortcutOf('a'.repeat(39) + ' b')).toBe('a'.repeat(39))
})
