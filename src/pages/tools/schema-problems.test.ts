import { expect, test } from 'vitest'
import { jsonPlaces, placeOf } from './json-places.ts'
import { schemaProblems } from './schema-problems.ts'

test('a wrong type is found on its line', () => {
  const text = `{
  "type": "object",
  "required": ["parcel_no"],
  "properties": {
    "parcel_no": { "type": "text" },
    "language": { "enum": ["de", "en"] }
  }
}`
  expect(schemaProblems(text)).toEqual([
    {
      message: '“text” is not a type. Use string, number, integer, boolean, array, object or null.',
      line: 5,
      column: 28,
    },
  ])
})

test('what is no JSON says where; blank is no schema', () => {
  expect(schemaProblems(' \n')).toEqual([])
  expect(schemaProblems('{\n  "a": 1,\n}')).toMatchObject([{ line: 3 }])
  expect(schemaProblems('[]')).toMatchObject([{ line: 1 }])
})

test('nested schemas are looked into, in the order of the text', () => {
  const text = `{"required": "a", "items": 3, "anyOf": [{"type": ["string", "nil"]}, true],
"properties": {"é\\"x": {"items": {"type": 1}}, "y": 5}, "enum": {}}`
  expect(schemaProblems(text).map(({ line, message }) => `${line} ${message.slice(0, 24)}`)).toEqual([
    '1 “required” is a list of ',
    '1 A schema is an object in',
    '1 “nil” is not a type. Use',
    '2 “1” is not a type. Use s',
    '2 A schema is an object in',
    '2 “enum” is a list of valu',
  ])
})

test('a path leads to its value, or to the nearest above it', () => {
  const text = '{\n "a": [1, {"b": "x,}"}],\n "c": null}'
  const offsetOf = jsonPlaces(text)
  expect(text.slice(offsetOf(['a', '1', 'b'])).startsWith('"x,}"')).toBe(true)
  expect(placeOf(text, offsetOf(['c', 'gone', 'more']))).toEqual({ line: 3, column: 7 })
  expect(offsetOf(['nowhere'])).toBe(0)
})
