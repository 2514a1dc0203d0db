/** An example value for a JSON Schema: from its examples, default, const or enum, else a simple value. Pure. */
import { listOf, numberOf, recordOf, textOf, type Json } from '#lib/json/json.ts'

/** Maximum nesting depth. */
const maxDepth = 6

/** Example texts by format; none is data of a real person or host. */
const texts: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T09:00:00Z',
  time: '09:00:00Z',
  email: 'name@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

function exampleOfType(type: string, schema: Record<string, Json>, depth: number): Json {
  switch (type) {
    case 'object': {
      const properties = Object.entries(recordOf(schema['properties']))
      return Object.fromEntries(properties.map(([name, inner]) => [name, example(inner, depth + 1)]))
    }
    case 'array':
      return schema['items'] === undefined ? [] : [example(schema['items'], depth + 1)]
    case 'number':
    case 'integer':
      return numberOf(schema['minimum']) ?? 1
    case 'boolean':
      return false
    case 'string':
      // Empty without a format, since the user might send an invented text unchanged.
      return texts[textOf(schema['format'])] ?? ''
    default:
      return null
  }
}

function example(value: Json, depth: number): Json {
  const schema = recordOf(value)
  const proposed = [...listOf(schema['examples']), schema['example'], schema['default'], schema['const']]
  const explicitExample = proposed.find((one) => one !== undefined)
  if (explicitExample !== undefined) return explicitExample
  const [choice] = listOf(schema['enum'])
  if (choice !== undefined) return choice
  if (depth > maxDepth) return null
  const types = Array.isArray(schema['type']) ? schema['type'].map(textOf) : [textOf(schema['type'])]
  const type = types.find((one) => one !== 'null' && one !== '') ?? (schema['properties'] === undefined ? '' : 'object')
  return exampleOfType(type, schema, depth)
}

/** Example input of a tool; without a schema, an empty object. */
export const exampleInput = (schema: Record<string, Json> | null): Json => (schema === null ? {} : example(schema, 0))
