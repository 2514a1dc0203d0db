/**
 * Conversion of nouns that the table of fields does not have (only the reference service offers them): ids become text,
 * all else is unchanged. Pure.
 */
import { idOf, isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'

/** Content written by a user or another program: kept unchanged, including numbers called "id". */
const opaque = new Set([
  'config',
  'metadata',
  'settings',
  'variables',
  'custom_fields',
  'fields',
  'input_schema',
  'output_schema',
])
const idNames = ['id', '_id', 'uuid', 'pk']
/** Ids nested deeper than this are not converted. */
const maxDepth = 20

function idsAsText(value: Json, depth: number): Json {
  if (depth > maxDepth) return value
  if (Array.isArray(value)) return value.map((one) => idsAsText(one, depth + 1))
  return isRecord(value) ? plainRow(value, depth) : value
}

/**
 * Ids as strings under the name `id`, outside of opaque fields. An object whose id is a string is returned unchanged.
 */
export function plainRow(raw: JsonRecord, depth = 0): JsonRecord {
  if (typeof raw['id'] === 'string') return raw
  const name = idNames.find((key) => idOf(raw[key]) !== null)
  const entries = Object.entries(raw).map(([key, one]): [string, Json] => [
    key,
    opaque.has(key) ? one : idsAsText(one, depth + 1),
  ])
  const row = Object.fromEntries(entries)
  return name === undefined ? row : { ...row, id: idOf(raw[name]) }
}
