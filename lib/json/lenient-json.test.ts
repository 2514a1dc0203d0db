import { expect, test } from 'vitest'
import { toStandardJson } from './lenient-json.ts'

test.each([
  ['{"a":[NaN,-Infinity, Infinity]}', '{"a":[null,null, null]}', ['not_a_number']],
  ['{"a":[1,2,],}', '{"a":[1,2 ] }', ['trailing_comma']],
  ['[1,\n  // no\n]', '[1,\n  // no\n]', []],
  ['{"a":"NaN, ]","b":"\\",}"}', '{"a":"NaN, ]","b":"\\",}"}', []],
  ['{"NaN":[NaN , ]}', '{"NaN":[null   ]}', ['not_a_number', 'trailing_comma']],
  ['[NaNs, xNaN, Infinity2]', '[NaNs, xNaN, Infinity2]', []],
  ['"never closed \\" NaN,]', '"never closed \\" NaN,]', []],
  ['"ends in a backslash\\', '"ends in a backslash\\', []],
])('%s', (text, standard, repairs) => {
  expect(toStandardJson(text)).toEqual({ text: standard, repairs })
})

test('16 MB of quotes, commas and incomplete words are read in linear time', () => {
  for (const piece of ['"\\', ', ', 'Na', '-'])
    expect(toStandardJson(piece.repeat(8_000_000 / piece.length)).repairs).toEqual([])
})
