/**
 * Validates a value against a JSON Schema (2020-12), with readable error messages. Plain JavaScript, because this file
 * is also loaded in a thread without a TypeScript loader (schema-worker.mjs).
 *
 * @typedef {import('@cfworker/json-schema').Schema} Schema
 * @typedef {import('@cfworker/json-schema').OutputUnit} Unit
 * @typedef {{ ok: true } | { ok: false, places: Record<string, string[]>, more: number }} Fit `places`: sentences by
 * path within the value ("lines.0.count"; "" = the value itself). `more`: number of further errors.
 */
import { dereference, format, validate } from '@cfworker/json-schema'
import { truncate, messageFor } from './schema-words.mjs'

/** Maximum number of reported paths; further ones are only counted. */
const maxPlaces = 50
/** Maximum number of messages per path. */
const maxWords = 5
/** Maximum characters of a path. */
const maxPath = 300

// Without a prototype, so that `format: "toString"` does not find a method of Object.
Object.setPrototypeOf(format, null)

/** Keywords whose errors only repeat that a subschema failed. */
const passThroughKeywords = new Set(
  '$ref $recursiveRef properties patternProperties additionalProperties unevaluatedProperties dependentSchemas'
    .concat(' prefixItems items additionalItems unevaluatedItems allOf if')
    .split(' '),
)
/** Keywords that apply alternative schemas; their errors are summarised in one sentence. */
const alternativeKeywords = new Set(['anyOf', 'oneOf', 'contains', 'minContains', 'maxContains'])
/** Keywords whose value maps names to schemas: the next path segment is a name. */
const nameMapKeywords = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
])

/** @param {string} pointer "#/a/0" @returns {string[]} */
const stepsOf = (pointer) =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))

/**
 * Value of a keyword at a keyword location of the library, which includes each `$ref` on the path.
 * @param {any} schema
 * @param {Record<string, any>} known
 * @param {string} location
 */
function keywordValueAt(schema, known, location) {
  let at = schema
  let isName = false
  for (const step of stepsOf(location)) {
    const target = !isName && step === '$ref' ? known[at?.__absolute_ref__ ?? at?.$ref] : at?.[step]
    isName = !isName && nameMapKeywords.has(step)
    at = target
  }
  return at
}

/** Messages by path, up to the limits. */
function makeMessages() {
  /** @type {Map<string, Set<string>>} */
  const places = new Map()
  const omitted = new Set()
  return {
    /** @param {string[]} path @param {string} words */
    add(path, words) {
      const name = path.join('.').slice(0, maxPath)
      const existing = places.get(name)
      if (existing) return void (existing.size < maxWords && existing.add(words))
      if (places.size < maxPlaces) places.set(name, new Set([words]))
      else omitted.add(name)
    },
    isEmpty: () => places.size === 0,
    result: () => ({
      places: Object.fromEntries([...places].map(([name, words]) => [name, [...words]])),
      more: omitted.size,
    }),
  }
}

/**
 * End index (exclusive) of the errors that belong to the keyword at `index`.
 * @param {Unit[]} units
 * @param {number} index
 */
function endOfChoice(units, index) {
  const { instanceLocation, keywordLocation } = units[index] ?? { instanceLocation: '', keywordLocation: '' }
  const isWithin = (/** @type {Unit} */ unit) =>
    unit.keyword === 'false'
      ? unit.instanceLocation.startsWith(instanceLocation)
      : unit.keywordLocation.startsWith(`${keywordLocation}/`) || unit.keywordLocation === keywordLocation
  let end = index + 1
  for (let unit = units[end]; unit && isWithin(unit); unit = units[end]) end += 1
  return end
}

/**
 * Combined message if all alternatives only differ in their type.
 * @param {Unit[]} inner
 * @param {string} at
 * @param {(unit: Unit) => any} keywordValue
 * @returns {string | null} null if an error is not about the type
 */
function typesOf(inner, at, keywordValue) {
  if (inner.length === 0 || inner.some((unit) => unit.keyword !== 'type' || unit.instanceLocation !== at)) return null
  return messageFor('type', [...new Set(inner.flatMap(keywordValue))])
}

/**
 * Missing fields that a present field requires, as [present, missing].
 * @param {Record<string, any> | undefined} keywordValue
 * @param {any} value
 */
const missingDependents = (keywordValue, value) =>
  Object.entries(keywordValue ?? {}).flatMap(([name, needed]) =>
    Object.hasOwn(value, name) && Array.isArray(needed)
      ? needed.filter((each) => !Object.hasOwn(value, each)).map((each) => [name, each])
      : [],
  )

/**
 * Messages for an error (`messages`), and the number of following errors that they cover (`covered`).
 * @typedef {{ path: string[], words: string }[]} PathMessages
 * @typedef {{ units: Unit[], index: number, unit: Unit, path: string[], at: any, keywordValue: (unit: Unit) => any, parentSchema: ()
 * => any }} ErrorCase
 * `at`: the value at the path; `keywordValue`: the keyword's value for a unit; `parentSchema`: the schema that contains the keyword.
 */

/**
 * Messages by keyword; all other keywords have a single message.
 * @type {Record<string, (one: ErrorCase) => { messages: PathMessages, covered: number }>}
 */
const messageRules = {
  false: ({ units, index, path }) => {
    const isField = /Properties$|^properties$/.test(units[index - 1]?.keyword ?? '')
    const words = isField ? 'Unknown field.' : 'This value is not allowed.'
    return { messages: [{ path, words }], covered: 0 }
  },
  required: ({ units, index, unit, path, at, keywordValue }) => {
    let covered = 0
    while (units[index + covered + 1]?.keywordLocation === unit.keywordLocation) covered += 1
    const missing = keywordValue(unit).filter((/** @type {string} */ name) => !Object.hasOwn(at, name))
    const words = 'This field is required.'
    return { messages: missing.map((/** @type {string} */ name) => ({ path: [...path, name], words })), covered }
  },
  dependentRequired: ({ unit, path, at, parentSchema }) => {
    const messages = missingDependents(parentSchema()?.[unit.keyword], at).map(([name = '', missing = '']) => ({
      path: [...path, missing],
      words: `This field is required together with “${truncate(name)}”.`,
    }))
    return { messages, covered: 0 }
  },
  propertyNames: ({ units, index, unit }) => {
    const path = stepsOf(units[index + 1]?.instanceLocation ?? unit.instanceLocation)
    return {
      messages: [{ path, words: 'This field name is not allowed.' }],
      covered: endOfChoice(units, index) - index - 1,
    }
  },
  anyOf: (one) => {
    const { units, index, unit, path, keywordValue } = one
    const end = endOfChoice(units, index)
    const types = typesOf(units.slice(index + 1, end), unit.instanceLocation, keywordValue)
    return { messages: [{ path, words: types ?? messageFor('anyOf', null) }], covered: end - index - 1 }
  },
}

/** @param {ErrorCase} one */
function messagesFor(one) {
  const { units, index, unit, path, keywordValue } = one
  const { keyword } = unit
  if (passThroughKeywords.has(keyword)) return { messages: [], covered: 0 }
  const rule = messageRules[keyword === 'dependencies' ? 'dependentRequired' : keyword]
  if (rule) return rule(one)
  const covered = alternativeKeywords.has(keyword) ? endOfChoice(units, index) - index - 1 : 0
  return { messages: [{ path, words: messageFor(keyword, keywordValue(unit)) }], covered }
}

/** @param {Unit[]} units @param {any} schema @param {Record<string, any>} known @param {any} value @returns {Fit} */
function schemaErrors(units, schema, known, value) {
  const places = makeMessages()
  const keywordValue = (/** @type {Unit} */ unit) => keywordValueAt(schema, known, unit.keywordLocation)
  for (let index = 0; index < units.length; index += 1) {
    const unit = units[index]
    if (!unit) continue
    const path = stepsOf(unit.instanceLocation)
    const parentSchema = () =>
      keywordValueAt(schema, known, unit.keywordLocation.slice(0, unit.keywordLocation.lastIndexOf('/')))
    const at = path.reduce((inner, step) => inner?.[step], value)
    const { messages, covered } = messagesFor({ units, index, unit, path, at, keywordValue, parentSchema })
    for (const one of messages) places.add(one.path, one.words)
    index += covered
  }
  // If all errors were skipped, the value as a whole is reported as invalid.
  if (units.length > 0 && places.isEmpty()) places.add([], 'This value is not allowed.')
  return { ok: false, ...places.result() }
}

/**
 * Validates `value`. `isFirst`: stops at the first error, so that memory use does not grow with the number of errors.
 * Throws if the schema is invalid, and RangeError if it refers to itself endlessly.
 * @param {any} schema
 * @param {any} value
 * @param {boolean} isFirst
 * @returns {Fit}
 */
export function validateSchema(schema, value, isFirst) {
  const known = dereference(schema)
  const { valid, errors } = validate(value, schema, '2020-12', known, isFirst)
  if (valid) return { ok: true }
  return schemaErrors(errors, schema, known, value)
}
