/** Every place of the contract where text may stand, read from the published document. */
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
  parameters: z.array(z.looseObject({ in: z.string(), name: z.string(), schema: Schema })).default([]),
  requestBody: z
    .looseObject({
      content: z.looseObject({ 'application/json': z.looseObject({ schema: Schema.optional() }).optional() }),
    })
    .optional(),
})
const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

export type Path = readonly (string | number)[]

/** A key that nothing has. */
const anyKey = 'x'
/** Deeper, a schema names itself. */
const maxDepth = 6

function* textsIn(value: unknown, path: Path = []): Generator<Path> {
  const read = Schema.safeParse(value)
  if (!read.success || path.length > maxDepth) return
  const { type, properties, additionalProperties, items, anyOf = [], oneOf = [], allOf = [] } = read.data
  if ('const' in read.data || 'enum' in read.data) return
  const types = [type].flat()
  // What may be any JSON may be text.
  if (types.includes('string') || Object.keys(read.data).every((key) => ['description', 'default'].includes(key)))
    yield path
  for (const [name, inner] of Object.entries(properties ?? {})) yield* textsIn(inner, [...path, name])
  if (typeof additionalProperties === 'object') yield* textsIn(additionalProperties, [...path, anyKey])
  if (items !== undefined) yield* textsIn(items, [...path, 0])
  for (const inner of [...anyOf, ...oneOf, ...allOf]) yield* textsIn(inner, path)
}

export interface TextFields {
  /** Id of the endpoint: "flow.create". */
  id: string
  /** Where text may stand in its body, each once; null where it takes no JSON. */
  body: Path[] | null
  /** Query parameters that are text. */
  query: string[]
}

export function textFieldsOf(document: unknown): TextFields[] {
  return Object.values(Document.parse(document).paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, parameters, requestBody }) => {
      const schema = requestBody?.content['application/json']?.schema
      const paths = new Map([...textsIn(schema)].map((path) => [JSON.stringify(path), path]))
      const texts = parameters.filter((one) => one.in === 'query' && [...textsIn(one.schema)].length > 0)
      return {
        id: operationId,
        body: schema === undefined ? null : [...paths.values()],
        query: texts.map(({ name }) => name.replace('<key>', anyKey)),
      }
    })
}

const isRecord = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null

/** What stands at a path; undefined where nothing does. */
export const textAt = (value: unknown, [first, ...rest]: Path): unknown =>
  first === undefined ? value : isRecord(value) ? textAt(value[first], rest) : undefined

/** A copy with a text at a path. */
export function withText(value: unknown, [first, ...rest]: Path, text: string): unknown {
  if (first === undefined) return text
  if (typeof first === 'number') return [withText(Array.isArray(value) ? value[first] : undefined, rest, text)]
  const own = isRecord(value) && !Array.isArray(value) ? value : {}
  return { ...own, [first]: withText(own[first], rest, text) }
}
