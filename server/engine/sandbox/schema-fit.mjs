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
import { cut, wordsFor } from './schema-words.mjs'

/** Maximum number of reported paths; further ones are only counted. */
const maxPlaces = 50
/** Maximum number of messages per path. */
const maxWords = 5
/** Maximum characters of a path. */
const maxPath = 300

// Without a prototype, so that `format: "toString"` does not find a method of Object.
Object.setPrototypeOf(format, null)

/** Keywords whose errors only repeat that a subschema failed. */
const passing = new Set(
  '$ref $recursiveRef properties patternProperties additionalProperties unevaluatedProperties dependentSchemas'
    .concat(' prefixItems items additionalItems unevaluatedItems allOf if')
    .split(' '),
)
/** Keywords that apply alternative schemas; their errors are summarised in one sentence. */
const choosing = new Set(['anyOf', 'oneOf', 'contains', 'minContains', 'maxContains'])
/** Keywords whose value maps names to schemas: the next path segment is a name. */
const naming = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'])

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
function saidAt(schema, known, location) {
  let at = schema
  let isName = false
  for (const step of stepsOf(location)) {
    const target = !isName && step === '$ref' ? known[at?.__absolute_ref__ ?? at?.$ref] : at?.[step]
    isName = !isName && naming.has(step)
    at = target
  }
  return at
}

/** Messages by path, up to the limits. */
function makePlaces() {
  /** @type {Map<string, Set<string>>} */
  const places = new Map()
  const unsaid = new Set()
  return {
    /** @param {string[]} path @param {string} words */
    add(path, words) {
      const name = path.join('.').slice(0, maxPath)
      const there = places.get(name)
      if (there) return void (there.size < maxWords && there.add(words))
      if (places.size < maxPlaces) places.set(name, new Set([words]))
      else unsaid.add(name)
    },
    isEmpty: () => places.size === 0,
    told: () => ({
      places: Object.fromEntries([...places].map(([name, words]) => [name, [...words]])),
      more: unsaid.size,
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
 * @param {(unit: Unit) => any} said
 * @returns {string | null} null if an error is not about the type
 */
function typesOf(inner, at, said) {
  if (inner.length === 0 || inner.some((unit) => unit.keyword !== 'type' || unit.instanceLocation !== at)) return null
  return wordsFor('type', [...new Set(inner.flatMap(said))])
}

/**
 * Missing fields that a present field requires, as [present, missing].
 * @param {Record<string, any> | undefined} said
 * @param {any} value
 */
const missingBeside = (said, value) =>
  Object.entries(said ?? {}).flatMap(([name, needed]) =>
    Object.hasOwn(value, name) && Array.isArray(needed)
      ? needed.filter((each) => !Object.hasOwn(value, each)).map((each) => [name, each])
      : [],
  )

/**
 * Messages for an error (`told`), and the number of following errors that they cover (`over`).
 * @typedef {{ path: string[], words: string }[]} Said
 * @typedef {{ units: Unit[], index: number, unit: Unit, path: string[], at: any, said: (unit: Unit) => any, around: ()
 * => any }} Case
 * `at`: the value at the path; `said`: the keyword's value for a unit; `around`: the schema that contains the keyword.
 */

/**
 * Messages by keyword; all other keywords have a single message.
 * @type {Record<string, (one: Case) => { told: Said, over: number }>}
 */
const telling = {
  false: ({ units, index, path }) => {
    const isField = /Properties$|^properties$/.test(units[index - 1]?.keyword ?? '')
    const words = isField ? 'Unknown field.' : 'This value is not allowed.'
    return { told: [{ path, words }], over: 0 }
  },
  required: ({ units, index, unit, path, at, said }) => {
    let over = 0
    while (units[index + over + 1]?.keywordLocation === unit.keywordLocation) over += 1
    const missing = said(unit).filter((/** @type {string} */ name) => !Object.hasOwn(at, name))
    const words = 'This field is required.'
    return { told: missing.map((/** @type {string} */ name) => ({ path: [...path, name], words })), over }
  },
  dependentRequired: ({ unit, path, at, around }) => {
    const told = missingBeside(around()?.[unit.keyword], at).map(([name = '', missing = '']) => ({
      path: [...path, missing],
      words: `This field is required together with “${cut(name)}”.`,
    }))
    return { told, over: 0 }
  },
  propertyNames: ({ units, index, unit }) => {
    const path = stepsOf(units[index + 1]?.instanceLocation ?? unit.instanceLocation)
    return { told: [{ path, words: 'This field name is not allowed.' }], over: endOfChoice(units, index) - index - 1 }
  },
  anyOf: (one) => {
    const { units, index, unit, path, said } = one
    const end = endOfChoice(units, index)
    const types = typesOf(units.slice(index + 1, end), unit.instanceLocation, said)
    return { told: [{ path, words: types ?? wordsFor('anyOf', null) }], over: end - index - 1 }
  },
}

/** @param {Case} one */
function saidOf(one) {
  const { units, index, unit, path, said } = one
  const { keyword } = unit
  if (passing.has(keyword)) return { told: [], over: 0 }
  const tell = telling[keyword === 'dependencies' ? 'dependentRequired' : keyword]
  if (tell) return tell(one)
  const over = choosing.has(keyword) ? endOfChoice(units, index) - index - 1 : 0
  return { told: [{ path, words: wordsFor(keyword, said(unit)) }], over }
}

/** @param {Unit[]} units @param {any} schema @param {Record<string, any>} known @param {any} value @returns {Fit} */
function misfit(units, schema, known, value) {
  const places = makePlaces()
  const said = (/** @type {Unit} */ unit) => saidAt(schema, known, unit.keywordLocation)
  for (let index = 0; index < units.length; index += 1) {
    const unit = units[index]
    if (!unit) continue
    const path = stepsOf(unit.instanceLocation)
    const around = () => saidAt(schema, known, unit.keywordLocation.slice(0, unit.keywordLocation.lastIndexOf('/')))
    const at = path.reduce((inner, step) => inner?.[step], value)
    const { told, over } = saidOf({ units, index, unit, path, at, said, around })
    for (const one of told) places.add(one.path, one.words)
    index += over
  }
  // If all errors were skipped, the value as a whole is reported as invalid.
  if (units.length > 0 && places.isEmpty()) places.add([], 'This value is not allowed.')
  return { ok: false, ...places.told() }
}

/**
 * Validates `value`. `isFirst`: stops at the first error, so that memory use does not grow with the number of errors.
 * Throws if the schema is invalid, and RangeError if it refers to itself endlessly.
 * @param {any} schema
 * @param {any} value
 * @param {boolean} isFirst
 * @returns {Fit}
 */
export function fitOf(schema, value, isFirst) {
  const known = dereference(schema)
  const { valid, errors } = validate(value, schema, '2020-12', known, isFirst)
  if (valid) return { ok: true }
  return misfit(errors, schema, known, value)
}
