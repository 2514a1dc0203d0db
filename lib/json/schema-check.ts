/** Validates a JSON Schema (2020-12) itself: known keywords with wrong values. Unknown keywords are accepted. */
import { depthOf, isRecord, type Json, type JsonRecord } from './json.ts'
import { refProblems } from './schema-refs.ts'
import type { SchemaProblem } from './schema-problem.ts'

/** Maximum number of reported problems. */
const maxProblems = 20
/** Maximum length of a schema as JSON; the longest schemas of real APIs have a tenth of this. */
const longest = 100_000
/** Maximum nesting, as in every request. */
const deepest = 64
const types = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'])

const isTexts = (value: Json): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string')
const isCount = (value: Json): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0

function isType(value: Json): boolean {
  const names = Array.isArray(value) ? value : [value]
  return names.length > 0 && names.every((name) => typeof name === 'string' && types.has(name))
}

function isPattern(value: Json): boolean {
  if (typeof value !== 'string') return false
  try {
    return new RegExp(value, 'u').source !== ''
  } catch {
    return false
  }
}

/** Keywords whose value is checked, with the check and a description of a valid value. */
const valueRules: Record<string, [(value: Json) => boolean, string]> = {
  type: [isType, `one of ${[...types].join(', ')}, or a list of these`],
  required: [isTexts, 'a list of names'],
  enum: [Array.isArray, 'a list of values'],
  pattern: [isPattern, 'a regular expression'],
  patternProperties: [
    (value) => isRecord(value) && Object.keys(value).every(isPattern),
    'an object of schemas by regular expressions',
  ],
  dependentRequired: [(value) => isRecord(value) && Object.values(value).every(isTexts), 'an object of lists of names'],
  minimum: [(value) => typeof value === 'number', 'a number'],
  maximum: [(value) => typeof value === 'number', 'a number'],
  exclusiveMinimum: [(value) => typeof value === 'number', 'a number'],
  exclusiveMaximum: [(value) => typeof value === 'number', 'a number'],
  multipleOf: [(value) => typeof value === 'number' && value > 0, 'a number greater than 0'],
  minLength: [isCount, 'a whole number of 0 or more'],
  maxLength: [isCount, 'a whole number of 0 or more'],
  minItems: [isCount, 'a whole number of 0 or more'],
  maxItems: [isCount, 'a whole number of 0 or more'],
  minContains: [isCount, 'a whole number of 0 or more'],
  maxContains: [isCount, 'a whole number of 0 or more'],
  minProperties: [isCount, 'a whole number of 0 or more'],
  maxProperties: [isCount, 'a whole number of 0 or more'],
  uniqueItems: [(value) => typeof value === 'boolean', 'true or false'],
  format: [(value) => typeof value === 'string', 'a string'],
  title: [(value) => typeof value === 'string', 'a string'],
  description: [(value) => typeof value === 'string', 'a string'],
}
const schemaKeywords = new Set(
  'items additionalProperties unevaluatedItems unevaluatedProperties not if then else contains propertyNames'.split(
    ' ',
  ),
)
const schemaListKeywords = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const schemaMapKeywords = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

/** Keywords whose check may take more than linear time: patterns, references, comparisons among entries. */
const costlyKeywords = new Set(
  'pattern patternProperties $ref $dynamicRef $recursiveRef uniqueItems $id id dependencies additionalItems'.split(' '),
)
/** Formats that are checked in linear time. */
const briefFormats = new Set<Json>(['date', 'time', 'date-time', 'duration', 'email', 'ipv4', 'ipv6', 'uuid'])

interface OpenSchema {
  path: readonly string[]
  schema: Json
}

/** Returns the subschemas of a schema, and reports invalid values. */
function subschemasOf(path: readonly string[], schema: JsonRecord, problems: SchemaProblem[]): OpenSchema[] {
  const inner: OpenSchema[] = []
  for (const [key, value] of Object.entries(schema)) {
    const at = [...path, key]
    const rule = Object.hasOwn(valueRules, key) ? valueRules[key] : undefined
    if (rule && !rule[0](value)) problems.push({ path: at, words: `must be ${rule[1]}.` })
    if (schemaKeywords.has(key)) inner.push({ path: at, schema: value })
    if (schemaListKeywords.has(key)) {
      if (!Array.isArray(value) || value.length === 0) problems.push({ path: at, words: 'must be a list of schemas.' })
      else inner.push(...value.map((each, index) => ({ path: [...at, String(index)], schema: each })))
    }
    if (schemaMapKeywords.has(key)) {
      if (!isRecord(value)) problems.push({ path: at, words: 'must be an object of schemas.' })
      else inner.push(...Object.entries(value).map(([name, each]) => ({ path: [...at, name], schema: each })))
    }
  }
  return inner
}

/** Problems of a schema; empty if it is valid. */
export function schemaProblems(schema: JsonRecord): SchemaProblem[] {
  if (depthOf(schema) > deepest)
    return [{ path: null, words: `A schema can be nested at most ${deepest} levels deep.` }]
  if (JSON.stringify(schema).length > longest)
    return [{ path: null, words: `A schema can have at most ${longest} characters.` }]
  const problems: SchemaProblem[] = []
  const open: OpenSchema[] = [{ path: [], schema }]
  for (let index = 0; index < open.length && problems.length < maxProblems; index += 1) {
    const { path = [], schema: one = null } = open[index] ?? {}
    if (isRecord(one)) open.push(...subschemasOf(path, one, problems))
    else if (typeof one !== 'boolean') problems.push({ path, words: 'must be a schema.' })
  }
  // If a keyword is invalid, references through it are meaningless.
  if (problems.length === 0) problems.push(...refProblems(schema))
  return problems.slice(0, maxProblems)
}

/**
 * Whether the cost of validation is bounded by the sizes of schema and value; false if unknown. Only for schemas
 * without `schemaProblems`.
 */
export function isBriefSchema(schema: JsonRecord): boolean {
  const open: OpenSchema[] = [{ path: [], schema }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isRecord(next.schema)) continue
    const { format } = next.schema
    if (Object.keys(next.schema).some((key) => costlyKeywords.has(key))) return false
    if (format !== undefined && !briefFormats.has(format)) return false
    open.push(...subschemasOf([], next.schema, []))
  }
  return true
}
