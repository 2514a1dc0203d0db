/**
 * Schema validation: in this thread if the work is bounded and small, else in a thread that can be terminated. Schemas
 * with patterns, references or comparisons among entries are always validated there.
 */
import { z } from 'zod'
import type { Json, JsonRecord } from '#lib/json/json.ts'
import { isBriefSchema } from '#lib/json/schema-check.ts'
import type { SchemaValidation } from '#server/engine/engine-tools.ts'
import type { Pool, PoolCall } from './pool.ts'
import { validateSchema } from './schema-validator.mjs'

/** Time limit of one validation: a reasonable schema takes some milliseconds for a megabyte. */
const limitMs = 1000
/** Maximum wait for a thread. */
const waitMs = 5000
/** Maximum product of schema values and input values for validation in this thread: each pair takes about 1 µs. */
const maxPairs = 20_000
/** Maximum product of the lengths of schema and input in characters: enum values are compared and listed as text. */
const maxCharacters = 4_000_000

const Answer = z.union([
  z.object({
    ok: z.literal(true),
    value: z.union([
      z.object({ ok: z.literal(true) }),
      z.object({ ok: z.literal(false), places: z.record(z.string(), z.array(z.string())), more: z.number() }),
    ]),
  }),
  z.object({ ok: z.literal(false), failure: z.object({ code: z.string(), message: z.string() }) }),
])

/** Longest input whose values are counted; a longer input is not small. */
const maxCounted = 50_000

/** Number of values in a value, including itself. */
function valueCount(value: Json): number {
  let count = 0
  const open: Json[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    count += 1
    if (typeof next === 'object' && next !== null) open.push(...Object.values(next))
  }
  return count
}

interface SchemaSize {
  text: string
  values: number
  isBrief: boolean
  /** A copy for the library, which modifies its schema. */
  copy: Json
}

/** Sizes of schemas, cached as long as the schema object exists. */
function makeSchemaSizes() {
  const sizes = new WeakMap<JsonRecord, SchemaSize>()
  return (schema: JsonRecord) => {
    const known = sizes.get(schema)
    if (known) return known
    const text = JSON.stringify(schema)
    const copy: Json = JSON.parse(text)
    const size = { text, values: valueCount(schema), isBrief: isBriefSchema(schema), copy }
    sizes.set(schema, size)
    return size
  }
}

/** Validates in this thread; undecided if the library throws (for example, for a lone surrogate in a name). */
function validateInThread(schema: Json, value: Json): SchemaValidation {
  try {
    return validateSchema(schema, value, false)
  } catch (error) {
    return { ok: null, code: 'error', message: String(error) }
  }
}

export function makeSchemaValidator(pool: Pool) {
  const schemaSizeOf = makeSchemaSizes()
  const callPool = async (
    owner: PoolCall['owner'],
    name: 'first' | 'all',
    payload: string,
  ): Promise<SchemaValidation> => {
    const signal = AbortSignal.timeout(waitMs)
    const reply = await pool.run({
      name,
      language: 'schema',
      payload,
      timeoutMs: limitMs,
      length: 'brief',
      owner,
      signal,
    })
    if (reply.answer === null) return { ok: null, code: reply.code, message: '' }
    const answer = Answer.parse(JSON.parse(reply.answer))
    return answer.ok ? answer.value : { ok: null, ...answer.failure }
  }
  return (owner: PoolCall['owner']) =>
    async (schema: JsonRecord, value: Json): Promise<SchemaValidation> => {
      const size = schemaSizeOf(schema)
      const text = JSON.stringify(value)
      const isShort = text.length <= maxCounted && size.text.length * text.length <= maxCharacters
      if (size.isBrief && isShort && size.values * valueCount(value) <= maxPairs) {
        return validateInThread(size.copy, value)
      }
      const payload = `{"schema":${size.text},"value":${text}}`
      const first = await callPool(owner, 'first', payload)
      if (first.ok !== false) return first
      // If reporting all errors takes too much time or memory, only the first error is reported.
      const all = await callPool(owner, 'all', payload)
      return all.ok === null ? first : all
    }
}
