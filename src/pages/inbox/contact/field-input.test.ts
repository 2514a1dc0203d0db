import { expect, test } from 'vitest'
import { editText, readField } from './field-input.ts'

test.each([['a text'], [12], [1.5], [-3], [true], [false]])('what is edited and left as it is stays: %j', (value) => {
  expect(readField(editText(value) ?? 'none', value)).toEqual({ value })
})

test('nothing takes the field away; a text may be anything', () => {
  for (const before of ['x', 1, true, null]) expect(readField('  ', before)).toEqual({ value: null })
  expect(readField(' 12 ', 'eleven')).toEqual({ value: '12' })
})

test('a number stays a number, yes and no stay such, or it is said what to write', () => {
  for (const text of ['twelve', '0x', '1,5', 'Infinity', '1e999']) expect(readField(text, 1)).toHaveProperty('error')
  expect(readField('9007199254740993', 1)).toEqual({ error: expect.stringContaining('too large') })
  expect(readField('TRUE', false)).toEqual({ value: true })
  expect(readField('maybe', false)).toHaveProperty('error')
})

test('a list or an object is no line of text', () => {
  expect([editText([1]), editText({ a: 1 }), editText(null)]).toEqual([null, null, ''])
})
