import { expect, test } from 'vitest'
import { jsonOffsets, jsonPositionOf } from './json-places.ts'
import { schemaTextProblems } from './schema-problems.ts'

test('an unknown type is reported with its line', () => {
  const text = `{
  "type": "object",
  "required": ["parcel_no"],
  "properties": {
    "parcel_no": { "type": "text" },
    "language": { "enum": ["de", "en"] }
  }
}`
  expect(schemaTextProblems(text)).toEqual([
    {
      message: '“text” is not a type. Use string, number, integer, boolean, array, object or null.',
      line: 5,
      column: 28,
    },
  ])
})

test('invalid JSON is reported with its line; a blank text is valid', () => {
  expect(schemaTextProblems(' \n')).toEqual([])
  expect(schemaTextProblems('{\n  "a": 1,\n}')).toMatchObject([{ line: 3 }])
  expect(schemaTextProblems('[]')).toMatchObject([{ line: 1 }])
})

test('problems of nested schemas are listed in the order of the text', () => {
  const text = `{"required": "a", "items": 3, "anyOf": [{"type": ["string", "nil"]}, true],
"properties": {"é\\"x": {"items": {"type": 1}}, "y": 5}, "enum": {}}`
  expect(schemaTextProblems(text).map(({ line, message }) => `${line} ${message.slice(0, 24)}`)).toEqual([
    '1 “required” must be a lis',
    '1 “items” must be a schema',
    '1 “nil” is not a type. Use',
    '2 “1” is not a type. Use s',
    '2 “y” must be a schema.',
    '2 “enum” must be a list of',
  ])
})

test('bounds, patterns and references are checked by the rules of JSON Schema 2020-12', () => {
  const text = `{
  "properties": {
    "a": { "pattern": "(", "minLength": -1 },
    "b/c": { "$ref": "#/$defs/none" },
    "d": { "dependentRequired": { "x": "y" } }
  }
}`
  expect(schemaTextProblems(text).map(({ line, message }) => `${line} ${message}`)).toEqual([
    '3 “pattern” must be a regular expression.',
    '3 “minLength” must be a whole number of 0 or more.',
    '5 “dependentRequired” must be an object of lists of names.',
  ])
  const reference = text.replace('"pattern": "(", "minLength": -1', '').replace('"x": "y"', '')
  expect(schemaTextProblems(reference)).toEqual([
    { message: '“$ref” refers to “#/$defs/none”, which is not in this schema.', line: 4, column: 22 },
  ])
  expect(schemaTextProblems('{"$ref": "#"}')).toMatchObject([{ message: expect.stringContaining('never end') }])
  expect(
    schemaTextProblems('{"$defs": {"n": {"properties": {"next": {"$ref": "#/$defs/n"}}}}, "$ref": "#/$defs/n"}'),
  ).toEqual([])
})

test('the offset of a path is that of its value, or of the nearest ancestor', () => {
  const text = '{\n "a": [1, {"b": "x,}"}],\n "c": null}'
  const offsetOf = jsonOffsets(text)
  expect(text.slice(offsetOf(['a', '1', 'b'])).startsWith('"x,}"')).toBe(true)
  expect(jsonPositionOf(text, offsetOf(['c', 'gone', 'more']))).toEqual({ line: 3, column: 7 })
  expect(offsetOf(['nowhere'])).toBe(0)
})
