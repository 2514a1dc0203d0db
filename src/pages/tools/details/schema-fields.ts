/** A JSON Schema as a list with one line per field, indented by nesting. Pure. */
import { isRecord, listOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'

export interface SchemaField {
  name: string
  depth: number
  /** "string", "list of string", "string or null", "any"; for an enumeration, its values: "de, en". */
  type: string
  required: boolean
  description: string
}

/** Maximum depth; deeper levels are shown only in the JSON. */
const maxDepth = 4
/** Maximum number of values shown of an enumeration. */
const maxValues = 6

function typeOf(schema: Json | undefined): string {
  if (!isRecord(schema)) return 'any'
  const values = listOf(schema['enum'])
  if (values.length > 0) {
    const named = values.slice(0, maxValues).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    return `${named.join(', ')}${values.length > maxValues ? ' …' : ''}`
  }
  const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type']]
  const words = types.map(textOf).filter((word) => word !== '')
  if (words.length === 0) return isRecord(schema['properties']) ? 'object' : 'any'
  return words.map((word) => (word === 'array' ? `list of ${typeOf(schema['items'])}` : word)).join(' or ')
}

function addFields(schema: JsonRecord, depth: number, fields: SchemaField[]): void {
  const required = listOf(schema['required'])
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  for (const [name, inner] of Object.entries(properties)) {
    fields.push({
      name,
      depth,
      type: typeOf(inner),
      required: required.includes(name),
      description: isRecord(inner) ? textOf(inner['description']) : '',
    })
    const nested = isRecord(inner) && isRecord(inner['items']) ? inner['items'] : inner
    if (isRecord(nested) && depth + 1 < maxDepth) addFields(nested, depth + 1, fields)
  }
}

/** The fields of an object's schema; empty for other types. */
export function schemaFields(schema: JsonRecord): SchemaField[] {
  const fields: SchemaField[] = []
  addFields(schema, 0, fields)
  return fields
}
