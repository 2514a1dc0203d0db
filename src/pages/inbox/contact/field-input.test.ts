import { expect, test } from 'vitest'
import { editText, readField } from './field-input.ts'

test.each([['a text'], [12], [1.5], [-3], [true], [false]])('an unchanged edit keeps its value: %j', (value) => {
  expect(readField(editText(value) ?? 'none', value)).toEqual({ value })
})

test('an empty text removes the field; a text field accepts any text', () => {
  for (const before of ['x', 1, true, null]) expect(readField('  ', before)).toEqual({ value: null })
  expect(readField(' 12 ', 'eleven')).toEqual({ value: '12' })
})

test('a number field accepts only numbers and a boolean field only yes or no; other input is an error', () => {
  for (const text of ['twelve', '0x', '1,5', 'Infinity', '1e999']) expect(readField(text, 1)).toHaveProperty('error')
  expect(readField('9007199254740993', 1)).toEqual({ error: expect.stringContaining('too large') })
  expect(readField('TRUE', false)).toEqual({ value: true })
  expect(readField('maybe', false)).toHaveProperty('error')
})

test('a list or an object is not editable as text', () => {
  expect([editText([1]), editText({ a: 1 }), editText(null)]).toEqual([null, null, ''])
})
