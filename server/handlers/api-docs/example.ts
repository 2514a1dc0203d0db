/** Example value for a schema. Pure. */
import { isRecord, listOf, numberOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { referenceOf } from './document.ts'
import { formsOf } from './schema-words.ts'

export interface ExampleOptions {
  schemas: ReadonlyMap<string, Json>
  /** Shortest valid body: optional fields are left out if any field is required. */
  shortest: boolean
}

/** Maximum nesting; deeper objects and lists are empty. */
const maxDepth = 8

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T09:30:00Z',
  date: '2026-01-31',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '3f2b8c1e-5d4a-4f6b-9a7c-0d1e2f3a4b5c',
}

/** Candidates for texts with a pattern; the first match is used. */
const texts = ['text', '12.500000', 'EUR', '10.00', '2026-01-31', '2026-01', 'a_key', '1']

function fits(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return false
  }
}

function textExample(schema: JsonRecord): string {
  const byName = byFormat[textOf(schema['format'])]
  if (byName !== undefined) return byName
  const pattern = textOf(schema['pattern'])
  const text = pattern === '' ? 'text' : (texts.find((each) => fits(pattern, each)) ?? 'text')
  return text.padEnd(Math.min(numberOf(schema['minLength']) ?? 0, 100), '.')
}

function numberExample(schema: JsonRecord): number {
  const least = numberOf(schema['minimum']) ?? 1
  const most = numberOf(schema['maximum']) ?? 1
  return Math.min(Math.max(least, 1), Math.max(most, least))
}

function objectExample(schema: JsonRecord, options: ExampleOptions, depth: number, within: readonly string[]): Json {
  const properties = Object.entries(recordOf(schema['properties']))
  const required = new Set(listOf(schema['required']))
  const shown = options.shortest && required.size > 0 ? properties.filter(([name]) => required.has(name)) : properties
  return Object.fromEntries(shown.map(([name, each]) => [name, exampleAt(each, options, depth + 1, within)]))
}

function typedExample(schema: JsonRecord, options: ExampleOptions, depth: number, within: readonly string[]): Json {
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  if (type === 'string') return textExample(schema)
  if (type === 'integer' || type === 'number') return numberExample(schema)
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (type !== 'array') return depth < maxDepth ? objectExample(schema, options, depth, within) : {}
  return depth < maxDepth && isRecord(schema['items']) ? [exampleAt(schema['items'], options, depth + 1, within)] : []
}

function exampleAt(value: Json | undefined, options: ExampleOptions, depth: number, within: readonly string[]): Json {
  const schema = recordOf(value)
  const given = schema['const'] ?? schema['default'] ?? listOf(schema['enum'])[0] ?? listOf(schema['examples'])[0]
  if (given !== undefined) return given
  const name = referenceOf(schema)
  if (name !== null)
    return within.includes(name) ? null : exampleAt(options.schemas.get(name), options, depth, [...within, name])
  const form = formsOf(schema).find((each) => recordOf(each)['type'] !== 'null')
  if (form !== undefined) return exampleAt(form, options, depth, within)
  return typedExample(schema, options, depth, within)
}

/** Example value for a schema; recursive references become null. */
export const exampleOf = (schema: Json, options: ExampleOptions): Json => exampleAt(schema, options, 0, [])
