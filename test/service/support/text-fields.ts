/** All fields and parameters of the contract for text or numbers, read from the OpenAPI document. */
import { z } from 'zod'

const Schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
})
const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z
    .array(z.looseObject({ in: z.string(), name: z.string(), description: z.string().optional(), schema: Schema }))
    .default([]),
  requestBody: z
    .looseObject({
      content: z.looseObject({ 'application/json': z.looseObject({ schema: Schema.optional() }).optional() }),
    })
    .optional(),
})
const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

export type Path = readonly (string | number)[]

/** Key of an additional property. */
const anyKey = 'x'
/** A deeper schema is recursive. */
const maxDepth = 6

function* textPathsIn(value: unknown, fieldNames: readonly string[], path: Path = []): Generator<Path> {
  const read = Schema.safeParse(value)
  if (!read.success || path.length > maxDepth) return
  const { type, properties, additionalProperties, items, anyOf = [], oneOf = [], allOf = [] } = read.data
  if ('const' in read.data || 'enum' in read.data) return
  const types = [type].flat()
  // Any JSON includes text and numbers.
  if (
    types.some((one) => one !== undefined && fieldNames.includes(one)) ||
    Object.keys(read.data).every((key) => ['description', 'default'].includes(key))
  )
    yield path
  for (const [name, inner] of Object.entries(properties ?? {})) yield* textPathsIn(inner, fieldNames, [...path, name])
  if (typeof additionalProperties === 'object') yield* textPathsIn(additionalProperties, fieldNames, [...path, anyKey])
  if (items !== undefined) yield* textPathsIn(items, fieldNames, [...path, 0])
  for (const inner of [...anyOf, ...oneOf, ...allOf]) yield* textPathsIn(inner, fieldNames, path)
}

export interface Fields {
  /** Id of the endpoint: "flow.create". */
  id: string
  /** Paths in its body, without duplicates; null if it accepts no JSON. */
  body: Path[] | null
  /** Query parameters of that type. */
  query: string[]
  /** Descriptions of parameters in the document. */
  words: ReadonlyMap<string, string>
}

function fieldsOf(document: unknown, fieldNames: readonly string[]): Fields[] {
  return Object.values(Document.parse(document).paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, parameters, requestBody }) => {
      const schema = requestBody?.content['application/json']?.schema
      const paths = new Map([...textPathsIn(schema, fieldNames)].map((path) => [JSON.stringify(path), path]))
      const queryParameters = parameters.filter(
        (one) => one.in === 'query' && [...textPathsIn(one.schema, fieldNames)].length > 0,
      )
      return {
        id: operationId,
        body: schema === undefined ? null : [...paths.values()],
        query: queryParameters.map(({ name }) => name.replace('<key>', anyKey)),
        words: new Map(queryParameters.map(({ name, description = '' }) => [name, description])),
      }
    })
}

export const textFieldsOf = (document: unknown): Fields[] => fieldsOf(document, ['string'])
export const numberFieldsOf = (document: unknown): Fields[] => fieldsOf(document, ['number', 'integer'])

const isRecord = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null

/** The value at a path; undefined if there is none. */
export const textAt = (value: unknown, [first, ...rest]: Path): unknown =>
  first === undefined ? value : isRecord(value) ? textAt(value[first], rest) : undefined

/** A copy with another value at a path. */
export function withValue(value: unknown, [first, ...rest]: Path, replacement: unknown): unknown {
  if (first === undefined) return replacement
  if (typeof first === 'number') return [withValue(Array.isArray(value) ? value[first] : undefined, rest, replacement)]
  const own = isRecord(value) && !Array.isArray(value) ? value : {}
  return { ...own, [first]: withValue(own[first], rest, replacement) }
}
