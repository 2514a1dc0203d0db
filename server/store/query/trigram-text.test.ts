import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from '#flow/find/find-query.ts'
import { hasTrigram, trigramText } from './trigram-text.ts'

const marks = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`.split('')

test('letters, digits, spaces and line breaks stay, each other character has a code', () => {
  expect(trigramText('orders api\n42')).toBe('orders api\n42')
  expect(trigramText('a-3.b_c')).toBe('az3jbxc')
  expect(trigramText('退')).toMatch(/^q[a-z0-9]{3}$/)
  expect(new Set([...marks, ...'jqxz'.split(''), 'م', '退', '款'].map(trigramText)).size).toBe(marks.length + 7)
})

test('the form has no character that is special in a pattern, and contains the form of each part of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), fc.nat(20), (text, from, length) => {
      const folded = foldText(text)
      const form = trigramText(folded)
      const part = [...folded].slice(from, from + length).join('')
      return /^[a-z0-9 \n]*$/.test(form) && form.includes(trigramText(part))
    }),
  )
})

test('the index finds texts with three letters in a row, or two other characters', () => {
  const found = ['abc', 'v2.', '退款', 'a→', '%_'].map((text) => hasTrigram(trigramText(text)))
  expect(found).toEqual([true, true, true, true, true])
  expect(['', 'ab', '-', 'a b', 'ab cd'].map((text) => hasTrigram(trigramText(text)))).toEqual(Array(5).fill(false))
})
