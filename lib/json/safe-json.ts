/**
 * A guard over JSON text, run before JSON.parse: one pass without recursion over the whole grammar of RFC 8259 that also
 * refuses what parses but cannot be kept: nesting beyond a limit, two keys of one name, NUL, lone surrogates, and numbers
 * that would change on their way through a double.
 *
 * `__proto__` as a key is no error, for real files may carry one, but it is taken out and counted in `removed`: code behind
 * this module may then copy keys by assignment without reaching a prototype.
 */
import type { Json } from './json.ts'
import { type JsonProblemCode, scanJson } from './json-scanner.ts'

export interface JsonLimits {
  /** Open brackets at one time: `[[1]]` is 2. */
  depth: number
  /** All values, inner ones as well: `[[1]]` has 3. */
  values?: number
  /** Those of them that are objects. */
  objects?: number
}

/** Bodies of requests: docs/api.md, "Bodies and text". */
export const bodyDepth = 64

/**
 * A flow of 40,000 nodes has about 1,500,000 values. What a text costs goes by its values, not by its bytes: 29 MB of
 * small numbers are 14,500,000 of them, and cost every step behind this one minutes.
 */
const maxValues = 4_000_000
/** An object costs many times what another value does; the largest flow that may be imported has about half of this. */
const maxObjects = 1_500_000

/** Line and column count from 1 (column in UTF-16 units, as editors do), offset from 0. */
export interface JsonProblem {
  ok: false
  code: JsonProblemCode
  message: string
  line: number
  column: number
  offset: number
}

/** `depth` is the deepest nesting seen, `removed` the number of `__proto__` keys that were taken out. */
export type JsonResult = { ok: true; value: Json; depth: number; removed: number } | JsonProblem

/** Takes every own `__proto__` out of a freshly parsed value. */
function removeProto(value: Json): void {
  const open: Json[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (!Array.isArray(next)) Reflect.deleteProperty(next, '__proto__')
    for (const child of Object.values(next)) if (typeof child === 'object') open.push(child)
  }
}

/** The place of an offset: lines end with LF, CRLF or CR. */
function placeOf(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  const ends = /\r\n|\r|\n/g
  for (let end = ends.exec(text); end !== null && ends.lastIndex <= offset; end = ends.exec(text)) {
    line += 1
    lineStart = ends.lastIndex
  }
  return { line, column: offset - lineStart + 1 }
}

/** `removed`: the number of `__proto__` keys that are to be taken out. */
export type JsonCheck = { ok: true; depth: number; removed: number } | JsonProblem

/** What is wrong with a JSON text without a BOM, and where, without a value being made. Never throws on any text. */
export function checkJson(text: string, limits: JsonLimits = { depth: bodyDepth }): JsonCheck {
  const { depth, values = maxValues, objects = maxObjects } = limits
  const { problem, deepest, removed } = scanJson(text, { depth, values, objects })
  return problem ? { ok: false, ...problem, ...placeOf(text, problem.offset) } : { ok: true, depth: deepest, removed }
}

/** The value of a text in which `checkJson` found nothing wrong. */
export function checkedJson(text: string, { removed }: { removed: number }): Json {
  const value: Json = JSON.parse(text)
  if (removed > 0) removeProto(value)
  return value
}

/** The value of a JSON text without a BOM, or what is wrong with it and where. Never throws on any text. */
export function parseJson(text: string, limits: JsonLimits = { depth: bodyDepth }): JsonResult {
  const check = checkJson(text, limits)
  return check.ok ? { ...check, value: checkedJson(text, check) } : check
}
