/** What is wrong with a JSON Schema, by line: the mistakes that people make. The service has the last word. Pure. */
import { isRecord, type Json, type JsonRecord } from '#lib/json.ts'
import { parseJson } from '#lib/safe-json.ts'
import { jsonPlaces, placeOf } from './json-places.ts'

export interface TextProblem {
  message: string
  /** From 1; absent = of the whole. */
  line?: number
  column?: number
}

const types: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])
/** Places in which a schema holds schemas: by name, and in a list. */
const named = ['properties', '$defs', 'patternProperties']
const listed = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const single = ['items', 'additionalProperties', 'not', 'if', 'then', 'else']

type Path = readonly string[]
type Add = (path: Path, message: string) => void

function checkType(type: Json, path: Path, add: Add): void {
  for (const each of Array.isArray(type) ? type : [type])
    if (typeof each !== 'string' || !types.has(each))
      add(
        path,
        `“${typeof each === 'string' ? each : JSON.stringify(each)}” is not a type. Use string, number, integer, boolean, array, object or null.`,
      )
}

function checkSchema(schema: Json, path: Path, add: Add): void {
  if (typeof schema === 'boolean') return
  if (!isRecord(schema)) {
    add(path, 'A schema is an object in braces, or true or false.')
    return
  }
  if (schema['type'] !== undefined) checkType(schema['type'], [...path, 'type'], add)
  const { required, enum: values } = schema
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === 'string')))
    add([...path, 'required'], '“required” is a list of names.')
  if (values !== undefined && !Array.isArray(values)) add([...path, 'enum'], '“enum” is a list of values.')
  checkInner(schema, path, add)
}

/** The schemas within a schema. */
function checkInner(schema: JsonRecord, path: Path, add: Add): void {
  for (const key of named) {
    const inner = schema[key]
    if (isRecord(inner)) for (const [name, each] of Object.entries(inner)) checkSchema(each, [...path, key, name], add)
    else if (inner !== undefined) add([...path, key], `“${key}” is an object: a schema by name.`)
  }
  for (const key of listed) {
    const inner = schema[key]
    if (Array.isArray(inner))
      for (const [index, each] of inner.entries()) checkSchema(each, [...path, key, String(index)], add)
    else if (inner !== undefined) add([...path, key], `“${key}” is a list of schemas.`)
  }
  for (const key of single) {
    const inner = schema[key]
    if (inner !== undefined) checkSchema(inner, [...path, key], add)
  }
}

/** The problem of a text that should be JSON; null where it is. */
export function jsonProblem(text: string): TextProblem | null {
  const read = parseJson(text)
  return read.ok ? null : { message: read.message, line: read.line, column: read.column }
}

/** Problems of a schema, in the order of the text. Blank is no schema, and fine. */
export function schemaProblems(text: string): TextProblem[] {
  if (text.trim() === '') return []
  const read = parseJson(text)
  if (!read.ok) return [{ message: read.message, line: read.line, column: read.column }]
  if (!isRecord(read.value)) return [{ message: 'A schema is an object in braces.', line: 1 }]
  const offsetOf = jsonPlaces(text)
  const found: { offset: number; message: string }[] = []
  checkSchema(read.value, [], (path, message) => found.push({ offset: offsetOf(path), message }))
  return found
    .toSorted((a, b) => a.offset - b.offset)
    .map(({ offset, message }) => ({ message, ...placeOf(text, offset) }))
}
