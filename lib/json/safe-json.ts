/**
 * Validates JSON text before JSON.parse, in one pass without recursion, by the grammar of RFC 8259. Also rejects valid
 * text that cannot be stored: nesting beyond a limit, duplicate keys, NUL, lone surrogates, and numbers that would
 * change when converted to a double.
 *
 * A `__proto__` key is not an error, because real files contain it, but it is removed and counted in `removed`. Other
 * code can therefore copy keys by assignment without reaching a prototype.
 */
import type { Json } from './json.ts'
import { type JsonProblemCode, scanJson } from './json-scanner.ts'

export interface JsonLimits {
  /** Maximum nesting depth: `[[1]]` is 2. */
  depth: number
  /** Maximum number of values, including nested values: `[[1]]` has 3. */
  values?: number
  /** Maximum number of objects among them. */
  objects?: number
}

/** Maximum depth of request bodies: docs/api.md, "Bodies and text". */
export const bodyDepth = 64

/**
 * Maximum number of values: a flow of 40,000 nodes has about 1,500,000. The cost of a text depends on its values, not
 * its bytes: 29 MB of small numbers are 14,500,000 values, for which every later step takes minutes.
 */
const maxValues = 4_000_000
/**
 * Maximum number of objects, which cost many times as much as other values; the largest flow that can be imported has
 * about half as many.
 */
const maxObjects = 1_500_000

/** `line` and `column` are 1-based (columns in UTF-16 units, as in editors), `offset` is 0-based. */
export interface JsonProblem {
  ok: false
  code: JsonProblemCode
  message: string
  line: number
  column: number
  offset: number
}

/** `depth` is the deepest nesting found, `removed` the number of removed `__proto__` keys. */
export type JsonResult = { ok: true; value: Json; depth: number; removed: number } | JsonProblem

/** Removes every own `__proto__` key from a freshly parsed value. */
function removeProto(value: Json): void {
  const open: Json[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (!Array.isArray(next)) Reflect.deleteProperty(next, '__proto__')
    for (const child of Object.values(next)) if (typeof child === 'object') open.push(child)
  }
}

/** Line and column of an offset; lines end with LF, CRLF or CR. */
function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  const ends = /\r\n|\r|\n/g
  for (let end = ends.exec(text); end !== null && ends.lastIndex <= offset; end = ends.exec(text)) {
    line += 1
    lineStart = ends.lastIndex
  }
  return { line, column: offset - lineStart + 1 }
}

/** `removed`: the number of `__proto__` keys to remove. */
export type JsonCheck = { ok: true; depth: number; removed: number } | JsonProblem

/** Validates a JSON text without a BOM and locates its first problem, without creating values. Never throws. */
export function checkJson(text: string, limits: JsonLimits = { depth: bodyDepth }): JsonCheck {
  const { depth, values = maxValues, objects = maxObjects } = limits
  const { problem, deepest, removed } = scanJson(text, { depth, values, objects })
  return problem
    ? { ok: false, ...problem, ...lineAndColumn(text, problem.offset) }
    : { ok: true, depth: deepest, removed }
}

/** Parses a text that `checkJson` accepted. */
export function parseCheckedJson(text: string, { removed }: { removed: number }): Json {
  const value: Json = JSON.parse(text)
  if (removed > 0) removeProto(value)
  return value
}

/** Parses a JSON text without a BOM, or locates its first problem. Never throws. */
export function parseJson(text: string, limits: JsonLimits = { depth: bodyDepth }): JsonResult {
  const check = checkJson(text, limits)
  return check.ok ? { ...check, value: parseCheckedJson(text, check) } : check
}
