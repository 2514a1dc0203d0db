/** Validates the references of a JSON Schema: unresolved targets and infinite loops. Pure. */
import { dereference, type Schema } from '@cfworker/json-schema'
import { isRecord, type JsonRecord } from './json.ts'
import type { SchemaProblem } from './schema-problem.ts'

/**
 * Keywords of other drafts, or for schemas that extend each other. They are rejected, because the library ignores
 * them.
 */
const unsupportedKeywords = ['$dynamicRef', '$recursiveRef']
/** Keywords whose schemas apply to the same value, as a reference does. */
const schemaKeywords = ['not', 'if', 'then', 'else']
const schemaListKeywords = ['allOf', 'anyOf', 'oneOf']

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type SchemasByUri = Record<string, Schema | boolean>

/** Absolute address of a reference; the library adds it to the schema. */
const addressOf = (schema: Schema): string => schema.__absolute_ref__ ?? String(schema['$ref'])

const decoded = (key: string): string => {
  try {
    return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return key
  }
}

/** Path of a schema, from the pointer in its address. */
function pathOf(schema: Schema): string[] {
  const pointer = String(schema.__absolute_uri__).replace(/^[^#]*#?/, '')
  return pointer.split('/').slice(1).map(decoded)
}

function problemOf(schema: Schema, schemasByUri: SchemasByUri): SchemaProblem | null {
  const path = pathOf(schema)
  for (const keyword of unsupportedKeywords)
    if (schema[keyword] !== undefined) return { path: [...path, keyword], words: 'is not supported. Use $ref.' }
  const { $ref: reference } = schema
  const at = [...path, '$ref']
  if (reference === undefined) return null
  if (typeof reference !== 'string') return { path: at, words: 'must be a string.' }
  if (schemasByUri[addressOf(schema)] !== undefined) return null
  return {
    path: at,
    words: reference.startsWith('#')
      ? `refers to “${reference}”, which is not in this schema.`
      : `refers to “${reference}”, which is outside this schema. Put it under $defs.`,
  }
}

/** Schemas that are applied to the same value as the given schema. */
function appliedSchemas(schema: Schema, schemasByUri: SchemasByUri): Schema[] {
  const below = [
    schema['$ref'] === undefined ? undefined : schemasByUri[addressOf(schema)],
    ...schemaKeywords.map((keyword): unknown => schema[keyword]),
    ...schemaListKeywords.flatMap((keyword): unknown[] => (Array.isArray(schema[keyword]) ? schema[keyword] : [])),
    ...Object.values(isRecord(schema['dependentSchemas']) ? schema['dependentSchemas'] : {}),
  ]
  return below.filter(isSchema)
}

/** A schema whose references loop back to it on the same value; null if there is none. Not recursive. */
function cycleIn(all: Iterable<Schema>, schemasByUri: SchemasByUri): Schema | null {
  const state = new Map<Schema, 'open' | 'done'>()
  for (const start of all) {
    if (state.has(start)) continue
    state.set(start, 'open')
    const trail = [{ schema: start, left: appliedSchemas(start, schemasByUri) }]
    for (let last = trail.at(-1); last !== undefined; last = trail.at(-1)) {
      const next = last.left.pop()
      if (next === undefined) {
        state.set(last.schema, 'done')
        trail.pop()
      } else if (state.get(next) === 'open') return next
      else if (!state.has(next)) {
        state.set(next, 'open')
        trail.push({ schema: next, left: appliedSchemas(next, schemasByUri) })
      }
    }
  }
  return null
}

/** Problems with references. Only for schemas whose keywords are valid. */
export function refProblems(input: JsonRecord): SchemaProblem[] {
  // The library modifies the schema that it is given.
  const schema: Schema = JSON.parse(JSON.stringify(input))
  let schemasByUri: SchemasByUri
  try {
    schemasByUri = dereference(schema)
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    return [{ path: null, words: `The addresses ($id, $ref, $anchor) cannot be read: ${why}` }]
  }
  const all = new Set(Object.values(schemasByUri).filter(isSchema))
  const problems = [...all].flatMap((each) => problemOf(each, schemasByUri) ?? [])
  if (problems.length > 0) return problems
  const cycle = cycleIn(all, schemasByUri)
  if (cycle === null) return []
  const place = String(cycle.__absolute_uri__).replace(/^[^#]*/, '') || '#'
  return [{ path: null, words: `“${place}” refers to itself for the same value, so validation would never end.` }]
}
