/** Validates a JSON Schema while it is typed, by the service's rules; problems have a line. Pure. */
import { isRecord, type Json } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { schemaProblems as problemsOf } from '#lib/json/schema-check.ts'
import { jsonOffsets, jsonPositionOf } from './json-places.ts'
import type { SchemaProblem } from '#lib/json/schema-problem.ts'

export interface TextProblem {
  message: string
  /** From 1; absent = the whole text. */
  line?: number
  column?: number
}

/** Why a text is not valid JSON; null if it is valid. */
export function jsonProblem(text: string): TextProblem | null {
  const read = parseJson(text)
  return read.ok ? null : { message: read.message, line: read.line, column: read.column }
}

const isIndex = (key: string): boolean => /^\d+$/.test(key)

/** Name of a path in messages: the keyword or field; for an entry of a list, the list and the number. */
function pathName(path: readonly string[]): string {
  const last = path.at(-1) ?? ''
  return isIndex(last) && path.length > 1 ? `“${path.at(-2)}”, number ${Number(last) + 1}` : `“${last}”`
}

function valueAt(value: Json, path: readonly string[]): Json | undefined {
  let inner: Json | undefined = value
  for (const key of path)
    inner = Array.isArray(inner)
      ? inner[Number(key)]
      : isRecord(inner) && Object.hasOwn(inner, key)
        ? inner[key]
        : undefined
  return inner
}

const types: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])

/** Message about an invalid type: "“text” is not a type. Use string, …" */
function typeWords(type: Json | undefined): string {
  const wrong = (Array.isArray(type) ? type : [type ?? null]).find(
    (each) => typeof each !== 'string' || !types.has(each),
  )
  if (wrong === undefined) return '“type” needs at least one type.'
  const named = typeof wrong === 'string' ? wrong : JSON.stringify(wrong)
  return `“${named}” is not a type. Use string, number, integer, boolean, array, object or null.`
}

const messageOf = (schema: Json, { path, words }: SchemaProblem): string => {
  if (path === null || path.length === 0) return words
  const isType = path.at(-1) === 'type' && words.startsWith('must be one of')
  return isType ? typeWords(valueAt(schema, path)) : `${pathName(path)} ${words}`
}

/** Problems of the last texts, cached because a form validates all its schemas on each key press. */
const cachedProblems = new Map<string, readonly TextProblem[]>()
const maxCachedSchemas = 4

/** Problems of a schema, in the order of the text. A blank text is valid: no schema. */
export function schemaTextProblems(text: string): readonly TextProblem[] {
  const before = cachedProblems.get(text)
  if (before !== undefined) return before
  const found = problemsIn(text)
  if (cachedProblems.size >= maxCachedSchemas) cachedProblems.clear()
  cachedProblems.set(text, found)
  return found
}

function problemsIn(text: string): TextProblem[] {
  if (text.trim() === '') return []
  const read = parseJson(text)
  if (!read.ok) return [{ message: read.message, line: read.line, column: read.column }]
  const schema = read.value
  if (!isRecord(schema)) return [{ message: 'A schema must be a JSON object.', line: 1 }]
  const problems = problemsOf(schema)
  if (problems.length === 0) return []
  const offsetOf = jsonOffsets(text)
  const found = problems.map((problem) => ({
    offset: problem.path === null ? null : offsetOf(problem.path),
    message: messageOf(schema, problem),
  }))
  return found
    .toSorted((a, b) => (a.offset ?? 0) - (b.offset ?? 0))
    .map(({ offset, message }) => (offset === null ? { message } : { message, ...jsonPositionOf(text, offset) }))
}
