import { expect, test } from 'vitest'
import { exactJson } from './exact-json.ts'

const read = (raw: string) => exactJson(raw, JSON.parse(raw))

test('ids of 19 digits keep all their digits', () => {
  expect(read('[{"id": 1234567890123456789, "n": 5, "t": "1234567890123456789", "x": 1e20}]')).toEqual([
    { id: '1234567890123456789', n: 5, t: '1234567890123456789', x: 1e20 },
  ])
  expect(read('{"a":[-9223372036854775808,9007199254740991]}')).toEqual({
    a: ['-9223372036854775808', 9_007_199_254_740_991],
  })
})

test('long numbers in texts, fractions and names are unchanged', () => {
  const raw = String.raw`{"id":12345678901234567890,"a\"b":"x: 12345678901234567890, \\","0.5":0.1234567890123456789,"e":1234567890123456789e2}`
  expect(read(raw)).toEqual({
    id: '12345678901234567890',
    'a"b': 'x: 12345678901234567890, \\',
    '0.5': 0.123_456_789_012_345_68,
    e: 1.234_567_890_123_456_8e20,
  })
})

test('an answer without long numbers is not parsed again', () => {
  const json = { id: 5 }
  expect(exactJson('{"id":5,"at":1763000000000}', json)).toBe(json)
})
