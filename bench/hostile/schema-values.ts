/**
 * Values generated from JSON Schema, and mutations of them, for fuzzing. Pure, and deterministic for the same numbers.
 */
import type { Random } from './random.ts'

type Schema = Record<string, unknown>

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const numberOrDefault = (schema: Schema, key: string, usual: number): number => {
  const value = schema[key]
  return typeof value === 'number' ? value : usual
}

/** Beyond this depth a schema is recursive. */
const maxDepth = 6

function textFor(schema: Schema, random: Random): string {
  const { format, pattern } = schema
  if (format === 'date-time') return '2026-11-20T10:00:00Z'
  if (format === 'email') return `a${random.roll(1_000_000)}@fuzz.example`
  if (format === 'uri') return 'https://fuzz.example/'
  if (format === 'uuid') return `00000000-0000-4000-8000-${String(random.roll(1e9)).padStart(12, '0')}`
  if (typeof pattern === 'string') {
    const known = ['12.50', '12.500000', 'a_name', 'EUR', '10', '2026-11-20T10:00:00Z', 'Europe/Berlin'].find((text) =>
      new RegExp(pattern, 'u').test(text),
    )
    if (known !== undefined) return known
  }
  const least = numberOrDefault(schema, 'minLength', 1)
  return `fuzz ${random.roll(1_000_000)}`.padEnd(least, 'x').slice(0, numberOrDefault(schema, 'maxLength', 60))
}

function numberFor(schema: Schema, random: Random): number {
  const least = Math.max(numberOrDefault(schema, 'minimum', 0), numberOrDefault(schema, 'exclusiveMinimum', -1) + 1)
  const most = Math.min(numberOrDefault(schema, 'maximum', least + 100), least + 100)
  return Math.min(most, least + random.roll(3))
}

/** A value that the schema allows, as far as JSON Schema can express it; the choice of optional fields is random. */
export function valueFor(schema: unknown, random: Random, depth = 0): unknown {
  if (!isObject(schema) || depth > maxDepth) return null
  if ('const' in schema) return schema['const']
  const choices = ['enum', 'oneOf', 'anyOf'].flatMap((key) => listOf(schema[key]))
  if (choices.length > 0) {
    const chosen = choices[random.roll(choices.length)]
    return 'enum' in schema ? chosen : valueFor(chosen, random, depth + 1)
  }
  const types = [schema['type']].flat()
  switch (types[random.roll(types.length)]) {
    case 'string':
      return textFor(schema, random)
    case 'integer':
    case 'number':
      return numberFor(schema, random)
    case 'boolean':
      return random.roll(2) === 0
    case 'null':
      return null
    case 'array': {
      const size = Math.max(numberOrDefault(schema, 'minItems', 0), random.roll(3))
      return Array.from({ length: size }, () => valueFor(schema['items'], random, depth + 1))
    }
    case 'object':
      return objectFor(schema, random, depth)
    default:
      return random.pick<unknown>(['any', 7, true, { any: ['json'] }, null])
  }
}

function objectFor(schema: Schema, random: Random, depth: number): Schema {
  const required = new Set(listOf(schema['required']))
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const fields = Object.entries(properties)
    .filter(([name]) => required.has(name) || random.roll(2) === 0)
    .map(([name, inner]) => [name, valueFor(inner, random, depth + 1)] as const)
  const more = isObject(schema['additionalProperties']) && random.roll(2) === 0
  const extra = more ? [['key', valueFor(schema['additionalProperties'], random, depth + 1)] as const] : []
  return Object.fromEntries([...fields, ...extra])
}

type Path = readonly (string | number)[]

/** Every path within a value, the value itself first. */
export function pathsIn(value: unknown, path: Path = []): Path[] {
  const inner = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : []
  return [path, ...inner.flatMap(([key, one]) => pathsIn(one, [...path, key]))]
}

/** A copy with another value at a path. */
export function replacedAt(value: unknown, [first, ...rest]: Path, by: unknown): unknown {
  if (first === undefined) return by
  if (Array.isArray(value))
    return value.map((one: unknown, index) => (index === first ? replacedAt(one, rest, by) : one))
  return isObject(value) ? { ...value, [first]: replacedAt(value[first], rest, by) } : value
}

const nested = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Values of every type and beyond every bound. */
export const unusualValues: readonly (readonly [name: string, value: unknown])[] = [
  ['null', null],
  ['true', true],
  ['zero', 0],
  ['minus one', -1],
  ['a fraction', 0.1 + 0.2],
  ['2^31', 2 ** 31],
  ['-2^31 - 1', -(2 ** 31) - 1],
  ['2^53 - 1', 2 ** 53 - 1],
  ['-2^53 + 1', -(2 ** 53) + 1],
  ['1e300', 1e300],
  ['an empty string', ''],
  ['blanks', ' \t\n\u3000'],
  ['a digit as a string', '1'],
  ['NUL', 'a\u0000b'],
  ['a lone surrogate', 'a\uD800'],
  ['combining marks', `Z${'\u0301'.repeat(300)}`],
  ['right to left', '\u202Eabc\u202C\uFEFF'],
  ['characters beyond the BMP', '𝒳\u{10FFFF}\uFFFF'],
  ['quotes', `'"\`;--/*\\%_$1{{x}}`],
  ['a long string', 'x'.repeat(100_000)],
  ['a path', '../../../etc/passwd'],
  ['a date in the far past', '-271821-04-20T00:00:00Z'],
  ['a date in the far future', '+275760-09-13T00:00:00.001Z'],
  ['an invalid date', '2026-00-00T25:61:61Z'],
  ['an empty list', []],
  ['a list of lists', [[[]]]],
  ['many values', Array.from({ length: 5_000 }, (_, index) => index)],
  ['an empty object', {}],
  ['63 levels', nested(63)],
  ['500 levels', nested(500)],
  ['__proto__', JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}}')],
  ['toString', { toString: 1, valueOf: null, hasOwnProperty: 'no' }],
]

/** Invalid texts, derived from a valid body. */
export function malformedTexts(valid: unknown): (readonly [name: string, text: string | Uint8Array])[] {
  const text = JSON.stringify(valid) ?? '{}'
  const fields = isObject(valid) ? Object.entries(valid) : []
  const [first] = fields
  const twice = first === undefined ? '{"a":1,"a":2}' : `{${JSON.stringify(first[0])}:1,${text.slice(1)}`
  return [
    ['nothing', ''],
    ['a truncated body', text.slice(0, Math.floor(text.length / 2))],
    ['a duplicate key', twice],
    ['a byte order mark', `\uFEFF${text}`],
    ['trailing data', `${text} ${text}`],
    ['a number too large', '{"version":1e400}'],
    ['a number beyond doubles', '{"version":12345678901234567890123}'],
    ['NaN', '{"version":NaN}'],
    ['10,000 brackets', '['.repeat(10_000)],
    ['100,000 braces', '{"a":'.repeat(100_000)],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ['NUL bytes', Buffer.alloc(64)],
    ['an escaped NUL as a key', '{"a\\u0000b":1}'],
    ['a single quote', "{'a': 1}"],
    ['a comment', `/* */ ${text}`],
    ['2 MB', JSON.stringify({ text: 'x'.repeat(2 * 1024 * 1024) })],
  ]
}

/** Variants of a valid body: with an unknown field, without one of its fields, or as another type. */
export function malformedObjects(valid: unknown): (readonly [name: string, value: unknown])[] {
  if (!isObject(valid)) return []
  const names = Object.keys(valid)
  return [
    ['an unknown field', { ...valid, no_such_field: 1 }],
    ['an id', { ...valid, id: 'flw_mine', account_id: 'acc_other' }],
    ['a prototype field', { ...valid, constructor: 1 }],
    ['in a list', [valid]],
    ['as text', JSON.stringify(valid)],
    ...names.map(
      (name) => [`without ${name}`, Object.fromEntries(Object.entries(valid).filter(([key]) => key !== name))] as const,
    ),
  ]
}
