/** Conversion of single values to the form of the contract; undefined = cannot be read with certainty. Pure. */
import { idOf, isRecord, numberOf, type Json } from '#lib/json/json.ts'
import { readChoice, flagOf } from './choices.ts'
import { durationOf } from './durations.ts'
import { plainName, type Unit } from './names.ts'
import type { FieldSpec } from '#api/dialect/fields/spec.ts'

type Converter = (value: Json, unit: Unit, spec: FieldSpec) => Json | undefined

/** JSON numbers beyond 2 ** 53 may have lost digits in parsing. */
const isBlurred = (value: Json | undefined): boolean => Number.isInteger(value) && !Number.isSafeInteger(value)

/** Values in the extended JSON of MongoDB, and ids in objects. */
const wrapped = ['$oid', '$uuid', '$numberLong', '$numberInt', '$numberDouble', '$numberDecimal']

const unwrapped = (value: Json, names: readonly string[]): Json | undefined => {
  if (!isRecord(value)) return value
  const name = [...wrapped, ...names].find((one) => value[one] !== undefined && value[one] !== null)
  return name === undefined ? undefined : value[name]
}

const idIn = (value: Json | undefined): string | undefined =>
  isBlurred(value) ? undefined : (idOf(value) ?? undefined)

const idFrom: Converter = (value) => idIn(unwrapped(value, ['id', 'uuid', 'node', 'node_id', 'nodeId']))

const textFrom: Converter = (value) => {
  if (typeof value === 'number') return idIn(value)
  const text = unwrapped(value, ['name', 'label', 'title', 'value', 'text', 'message'])
  return typeof text === 'string' ? text : undefined
}

const numberFrom: Converter = (value) => {
  const given = unwrapped(value, [])
  return isBlurred(given) ? undefined : (numberOf(given) ?? undefined)
}

const choiceFrom: Converter = (value, _unit, { choices, field, names }) => {
  const inner = unwrapped(value, ['value', 'key', 'slug', 'code', 'name', 'state'])
  const text = typeof inner === 'number' ? idIn(inner) : inner
  return typeof text === 'string' ? readChoice(text, choices, [field, ...names.map(plainName)]) : undefined
}

const objectFrom: Converter = (value) => {
  const held = parsedText(value)
  return isRecord(held) ? held : undefined
}

const converters: Readonly<Record<string, Converter>> = {
  id: idFrom,
  end: idFrom,
  text: textFrom,
  int: numberFrom,
  number: numberFrom,
  ms: durationOf,
  flag: flagOf,
  choice: choiceFrom,
  object: objectFrom,
  any: (value) => value,
}

/** Converts a value of a kind that needs no context. */
export const contractValueOf: Converter = (value, unit, spec) => converters[spec.kind]?.(value, unit, spec)

/** The object or list in a JSON text, as columns of databases often hold it; every other value unchanged. */
export function parsedText(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || !/^\s*(?:\{.*\}|\[.*\])\s*$/s.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
