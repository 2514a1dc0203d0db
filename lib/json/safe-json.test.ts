import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyDepth, parseJson } from './safe-json.ts'

const codeOf = (text: string, depth = bodyDepth) => {
  const result = parseJson(text, { depth })
  return result.ok ? 'ok' : result.code
}

/** JSON.parse that returns null for invalid text. */
function plain(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

test('returns the same value as JSON.parse', () => {
  const value = fc.json({ depthSize: 'medium', maxDepth: 20, stringUnit: 'grapheme' })
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1, '\t'), (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), null, indent)
      const result = parseJson(spaced)
      if (!result.ok) {
        expect(result.code).toBe('number')
      } else if (result.removed === 0) {
        expect(result.value).toEqual(JSON.parse(spaced))
      }
    }),
  )
})

test('reports a syntax error for exactly the texts that JSON.parse rejects', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\u',
    'd83d',
    'DE00',
    '0',
    '-',
    '1',
    '.5',
    'e',
    '+',
    'true',
    'nul',
    'null',
    ' ',
    '\n',
    '\u0001',
    '"a"',
    '"b":',
    '\uFEFF',
    'é',
    '\u{1F600}',
    '\\n',
    '/',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      const expected = plain(text)
      const result = parseJson(text)
      if (result.ok) expect({ value: result.value }).toEqual(expected)
      else if (result.code === 'syntax') expect(expected).toBeNull()
    }),
    { numRuns: 5000 },
  )
})

test.each([
  ['', 'syntax'],
  ['{', 'syntax'],
  ['{"a":1,}', 'syntax'],
  ['[1,]', 'syntax'],
  ['[1 2]', 'syntax'],
  ['{"a" 1}', 'syntax'],
  ['{a:1}', 'syntax'],
  ["{'a':1}", 'syntax'],
  ['01', 'syntax'],
  ['1.', 'syntax'],
  ['.5', 'syntax'],
  ['1e', 'syntax'],
  ['-', 'syntax'],
  ['+1', 'syntax'],
  ['NaN', 'syntax'],
  ['Infinity', 'syntax'],
  ['"a\nb"', 'syntax'],
  ['"\\x41"', 'syntax'],
  ['"\\u12G4"', 'syntax'],
  ['"abc', 'syntax'],
  ['"abc\\', 'syntax'],
  ['\uFEFF{}', 'syntax'],
  ['// a\n{}', 'syntax'],
  ['{} {}', 'syntax'],
  ['{]', 'syntax'],
  ['[}', 'syntax'],
  ['{"a":1,"a":2}', 'duplicate_key'],
  ['{"a":1,"\\u0061":2}', 'duplicate_key'],
  ['{"":1,"":2}', 'duplicate_key'],
  ['{"__proto__":1,"__proto__":2}', 'duplicate_key'],
  ['{"a":{"b":1},"c":{"b":1},"b":1}', 'ok'],
  ['{"constructor":1,"toString":2,"hasOwnProperty":3}', 'ok'],
  ['"\\u0000"', 'nul'],
  ['{"a\\u0000":1}', 'nul'],
  ['"a\u0000"', 'nul'],
  ['"\\ud83d"', 'surrogate'],
  ['"\\ude00"', 'surrogate'],
  ['"\\ude00\\ud83d"', 'surrogate'],
  ['"\\ud83dx"', 'surrogate'],
  ['"\\ud83d\\n"', 'surrogate'],
  ['"\uD83D"', 'surrogate'],
  ['{"\\udfff":1}', 'surrogate'],
  ['"\\ud83d\\ude00"', 'ok'],
  ['"\uD83D\\ude00"', 'ok'],
  ['9007199254740991', 'ok'],
  ['-9007199254740991', 'ok'],
  ['9007199254740992', 'number'],
  ['-9007199254740993', 'number'],
  ['9007199254740993.0', 'number'],
  ['1e20', 'number'],
  ['1e400', 'number'],
  ['-1e400', 'number'],
  ['1e308', 'ok'],
  ['1e-400', 'ok'],
  ['0.1', 'ok'],
  ['-0', 'ok'],
])('%j gives %s', (text, code) => {
  expect(codeOf(text)).toBe(code)
})

test('an accepted number is accepted again after writing it', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const text = JSON.stringify(number)
      if (codeOf(text) === 'ok') expect(codeOf(JSON.stringify(JSON.parse(text)))).toBe('ok')
    }),
  )
})

test('the nesting limit is exact, and deep text does not overflow the stack', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(codeOf(nested(64))).toBe('ok')
  expect(codeOf(nested(65))).toBe('depth')
  expect(codeOf('{"a":'.repeat(65) + '1' + '}'.repeat(65))).toBe('depth')
  expect(codeOf('['.repeat(5_000_000))).toBe('depth')
  expect(parseJson('[[1],[[2]]]')).toMatchObject({ ok: true, depth: 3 })
})

test('duplicate keys are found in objects of any size', () => {
  const keys = Array.from({ length: 1000 }, (_, index) => `"k${index}":0`)
  expect(codeOf(`{${keys.join(',')}}`)).toBe('ok')
  expect(codeOf(`{${keys.join(',')},"k7":1}`)).toBe('duplicate_key')
})

test('__proto__ keys are removed at every depth and do not reach a prototype', () => {
  const result = parseJson('{"__proto__":{"bad":1},"a":[{"b":2,"\\u005f_proto__":{"bad":1}}],"c":"__proto__"}')
  expect(result).toEqual({ ok: true, value: { a: [{ b: 2 }], c: '__proto__' }, depth: 4, removed: 2 })
  expect(Object.hasOwn(Object.prototype, 'bad')).toBe(false)
})

test('a problem has line, column and offset', () => {
  expect(parseJson('{\n  "a": 1,\r\n  "b": x\n}')).toMatchObject({ ok: false, line: 3, column: 8, offset: 20 })
  expect(parseJson('[1, 2')).toMatchObject({ ok: false, line: 1, column: 6, offset: 5 })
  expect(parseJson('["ab", "\\ud800"]')).toMatchObject({ ok: false, code: 'surrogate', line: 1, column: 9 })
})

test('too many values are rejected, nested values included', () => {
  const limits = { depth: 8, values: 4 }
  expect(parseJson('[1,{"a":2}]', limits).ok).toBe(true)
  const over = parseJson('[1,{"a":[]},2]', limits)
  expect(over).toMatchObject({ ok: false, code: 'values', message: 'The JSON has more than 4 values.', offset: 12 })
  expect(parseJson('[{},[{}]]', { depth: 8, objects: 2 }).ok).toBe(true)
  const objects = parseJson('[{},[{},{}]]', { depth: 8, objects: 2 })
  expect(objects).toMatchObject({ code: 'values', message: 'The JSON has more than 2 objects.', offset: 8 })
})
