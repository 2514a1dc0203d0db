import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestedText, cutText, decodeText, firstSentence, normalName } from './text.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const codeOf = (bytes: readonly number[]) => {
  const result = decodeText(Uint8Array.from(bytes))
  return result.ok ? `ok ${result.text}` : result.code
}

test('any text with a visible character is decoded, with and without a byte-order mark', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const whole = `x${text}`
      expect(decodeText(bytesOf(whole))).toEqual({ ok: true, text: whole })
      expect(decodeText(bytesOf(`\uFEFF${whole}`))).toEqual({ ok: true, text: whole })
    }),
  )
})

test.each([
  ['nothing', [], 'empty'],
  ['only a byte-order mark', [0xef, 0xbb, 0xbf], 'empty'],
  ['only white space', [0x20, 0x0a], 'empty'],
  ['PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d], 'binary'],
  ['ZIP', [0x50, 0x4b, 0x03, 0x04, 0x14], 'binary'],
  ['a NUL byte', [0x7b, 0x22, 0x61, 0x61, 0x00, 0x7d], 'binary'],
  ['UTF-16 LE with byte-order mark', [0xff, 0xfe, 0x7b, 0x00], 'encoding'],
  ['UTF-16 BE without byte-order mark', [0x00, 0x7b, 0x00, 0x7d], 'encoding'],
  ['UTF-16 LE without byte-order mark', [0x7b, 0x00, 0x7d, 0x00], 'encoding'],
  ['latin-1', [0x7b, 0xe9, 0x7d], 'encoding'],
  ['a surrogate in UTF-8', [0x7b, 0xed, 0xa0, 0x80], 'encoding'],
  ['UTF-8', [0x7b, 0xc3, 0xa9, 0x7d], 'ok {é}'],
])('%s', (_, bytes, expected) => {
  expect(codeOf(bytes)).toBe(expected)
})

test('names are trimmed and in NFC', () => {
  expect(normalName(' \tCafe\u0301 ')).toBe('Café')
  // Joiners within a name are part of it: an emoji family, Persian.
  expect(normalName('\u{1F468}\u200D\u{1F467}')).toBe('\u{1F468}\u200D\u{1F467}')
})

test.each(['', ' ', '\u200B', '\u200B \u2060\uFEFF', '\u3164', '\u2800', '\u202E\u200F', '\u0000'])(
  'an invisible name (%j) becomes empty',
  (text) => {
    expect(normalName(text)).toBe('')
  },
)

test('text is truncated by code points and never within a code point', () => {
  expect(cutText('abc', 3)).toBe('abc')
  expect(cutText('abcd', 3)).toBe('ab…')
  expect(cutText('\u{1F600}\u{1F600}\u{1F600}', 3)).toBe('\u{1F600}\u{1F600}\u{1F600}')
  expect(cutText('\u{1F600}\u{1F600}\u{1F600}\u{1F600}', 3)).toBe('\u{1F600}\u{1F600}…')
})

test('the first sentence is separated from the rest', () => {
  expect(firstSentence('It did not answer within 5.2 s. No money was sent. Run it again.')).toEqual([
    'It did not answer within 5.2 s.',
    'No money was sent. Run it again.',
  ])
  expect(firstSentence('one e.g. without an end')).toEqual(['one e.g. without an end', ''])
  expect(firstSentence('')).toEqual(['', ''])
})

test('query text is truncated and invalid characters are removed', () => {
  expect(requestedText(null, 5)).toBe('')
  expect(requestedText('a\0b\uFFFDc', 9)).toBe('abc')
  expect(requestedText('abc😀', 4)).toBe('abc')
  expect(requestedText('ab😀c', 4)).toBe('ab😀')
})
