import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexOfText, textAt, textBufferOf } from './text-buffer.ts'

test('every text is restored, and found at its first index', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (list) => {
      const texts = textBufferOf(list)
      expect(list.map((_text, place) => textAt(texts, place))).toEqual(list)
      for (const text of list) expect(indexOfText(texts, text)).toBe(list.indexOf(text))
    }),
  )
})

test('missing texts are not found', () => {
  const texts = textBufferOf(['ab', '', 'c'])
  expect(indexOfText(texts, 'b')).toBe(-1)
  expect(indexOfText(texts, 'abc')).toBe(-1)
  expect(indexOfText(textBufferOf([]), '')).toBe(-1)
  expect(textAt(texts, 9)).toBe('')
})
