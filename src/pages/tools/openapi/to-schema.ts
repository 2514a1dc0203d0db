/**
 * Converts schemas of an OpenAPI document to JSON Schema 2020-12. Referenced schemas are included under `$defs`, so
 * cycles are preserved. Pure.
 */
import { isRecord, listOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { OpenApiDocument } from './read-document.ts'
import { pointerOf, pointerValue } from './resolve-reference.ts'

/** Maximum number of nested or referenced schemas, which is the limit of the service. */
const maxSchemas = 5_000

/** The schema exceeds the service's limit. */
export class SchemaTooLargeError extends Error {
  override name = 'SchemaTooLargeError'
}

const schemaKeywords: ReadonlySet<string> = new Set(
  'items additionalProperties unevaluatedItems unevaluatedProperties not if then else contains propertyNames'.split(
    ' ',
  ),
)
const schemaListKeywords: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const schemaMapKeywords: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
])
/** Keywords that are dropped: those of OpenAPI only, and ids that would change the meaning of references. */
const droppedKeywords: ReadonlySet<string> = new Set([
  'discriminator',
  'xml',
  'externalDocs',
  'example',
  'nullable',
  '$ref',
  '$id',
  'id',
  '$schema',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
])

const isDropped = (key: string): boolean => droppedKeywords.has(key) || key.startsWith('x-')

/** Converts the boolean `exclusiveMinimum` and `exclusiveMaximum` of 3.0. */
function convertBounds(schema: JsonRecord): JsonRecord {
  const changed = { ...schema }
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof schema[exclusive] !== 'boolean') continue
    delete changed[exclusive]
    if (!schema[exclusive] || typeof schema[bound] !== 'number') continue
    changed[exclusive] = schema[bound]
    delete changed[bound]
  }
  return changed
}

/** Converts `nullable` of 3.0 to the type "null". */
function withNullType(schema: JsonRecord): JsonRecord {
  const { type, enum: values } = schema
  if (type === undefined) return { anyOf: [schema, { type: 'null' }] }
  const types = Array.isArray(type) ? type : [type]
  return {
    ...schema,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  }
}

/** Converts the schemas of one tool; referenced ones are collected in `defs`. */
export class SchemaConverter {
  readonly #document: OpenApiDocument
  readonly #names = new Map<string, string>()
  readonly #pending: { name: string; pointer: readonly string[] }[] = []
  readonly #defs: JsonRecord = {}
  #count = 0
  /** Unresolved references with the reason. Any value is allowed in their place. */
  readonly unresolved = new Map<string, string>()

  constructor(document: OpenApiDocument) {
    this.#document = document
  }

  /** Converts a schema; an invalid one becomes a schema that allows any value. Throws TooLarge. */
  convert(schema: Json | undefined): Json {
    this.#count += 1
    if (this.#count > maxSchemas) throw new SchemaTooLargeError('The schema is too large.')
    if (typeof schema === 'boolean') return schema
    if (!isRecord(schema)) return {}
    const isOld = this.#document.version === '3.0'
    const { $ref: reference } = schema
    if (typeof reference === 'string') {
      const referred = this.#convertReference(reference)
      return isOld ? referred : { ...this.#convertKeywords(schema), ...referred }
    }
    const own = this.#convertKeywords(isOld ? convertBounds(schema) : schema)
    return isOld && schema['nullable'] === true ? withNullType(own) : own
  }

  /** `$defs` of the schemas so far, including indirect references. Throws TooLarge. */
  defs(): JsonRecord {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop())
      this.#defs[next.name] = this.convert(pointerValue(this.#document.root, next.pointer))
    return this.#defs
  }

  #convertKeywords(schema: JsonRecord): JsonRecord {
    const converted: JsonRecord = {}
    for (const [key, value] of Object.entries(schema)) {
      if (isDropped(key)) continue
      if (schemaKeywords.has(key)) converted[key] = this.convert(value)
      else if (schemaListKeywords.has(key)) converted[key] = listOf(value).map((each) => this.convert(each))
      else if (schemaMapKeywords.has(key) && isRecord(value))
        converted[key] = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.convert(each)]))
      else converted[key] = value
    }
    if (schema['example'] !== undefined && converted['examples'] === undefined)
      converted['examples'] = [schema['example']]
    return converted
  }

  #convertReference(reference: string): JsonRecord {
    const pointer = pointerOf(reference)
    if (pointer === null || pointer.length === 0 || pointerValue(this.#document.root, pointer) === undefined) {
      this.unresolved.set(reference, pointer === null ? 'is in another file' : 'is not in the document')
      return {}
    }
    const known = this.#names.get(reference)
    const name = known ?? this.#freeName(pointer.at(-1) ?? '')
    if (known === undefined) {
      this.#names.set(reference, name)
      this.#pending.push({ name, pointer })
    }
    return { $ref: `#/$defs/${name}` }
  }

  /** A name that needs no escaping in a pointer. */
  #freeName(wanted: string): string {
    const taken = new Set(this.#names.values())
    const stem = wanted.replaceAll(/[^\w.-]/g, '_').slice(0, 100) || 'schema'
    let name = stem
    for (let number = 2; taken.has(name); number += 1) name = `${stem}_${number}`
    return name
  }
}
