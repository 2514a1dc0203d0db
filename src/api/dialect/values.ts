/** Single values of services as the contract writes them; undefined = cannot be read for sure. Pure. */
import { idOf, isRecord, numberOf, type Json } from '#lib/json.ts'
import { fold, type Unit } from './names.ts'
import type { Spec } from './spec.ts'

type Converter = (value: Json, unit: Unit, spec: Spec) => Json | undefined

/** JSON numbers beyond 2 ** 53 are no longer the number that was sent. */
const isBlurred = (value: Json | undefined): boolean => Number.isInteger(value) && !Number.isSafeInteger(value)

const idIn = (value: Json | undefined): string | undefined =>
  isBlurred(value) ? undefined : (idOf(value) ?? undefined)

const idFrom: Converter = (value) =>
  isRecord(value)
    ? idIn(value['$oid'] ?? value['id'] ?? value['node'] ?? value['node_id'] ?? value['nodeId'])
    : idIn(value)

const textFrom: Converter = (value) => {
  if (typeof value === 'number') return idIn(value)
  const text = isRecord(value) ? (value['name'] ?? value['label'] ?? value['title'] ?? value['value']) : value
  return typeof text === 'string' ? text : undefined
}

const numberFrom: Converter = (value) => (isBlurred(value) ? undefined : (numberOf(value) ?? undefined))

const msFrom: Converter = (value, unit) => {
  const number = numberOf(value)
  if (number === null) return undefined
  return unit === 'seconds' ? Math.round(number * 1_000_000) / 1000 : number
}

const yes: ReadonlySet<Json> = new Set([true, 1, 'true', 'yes', '1'])
const no: ReadonlySet<Json> = new Set([false, 0, 'false', 'no', '0'])

const flagFrom: Converter = (value) => {
  const word = typeof value === 'string' ? value.toLowerCase() : value
  return yes.has(word) ? true : no.has(word) ? false : undefined
}

/** Known values in any case; every other one as the service wrote it. */
const choiceFrom: Converter = (value, _unit, { choices }) => {
  const inner = isRecord(value)
    ? (value['value'] ?? value['key'] ?? value['slug'] ?? value['code'] ?? value['name'])
    : value
  const text = typeof inner === 'number' ? idIn(inner) : inner
  if (typeof text !== 'string' || text === '') return undefined
  return choices.find((one) => fold(one) === fold(text)) ?? text
}

const converters: Readonly<Record<string, Converter>> = {
  id: idFrom,
  end: idFrom,
  text: textFrom,
  int: numberFrom,
  number: numberFrom,
  ms: msFrom,
  flag: flagFrom,
  choice: choiceFrom,
  object: (value) => (isRecord(value) ? value : undefined),
  any: (value) => value,
}

/** A value of a kind that needs nothing of what stands around it. */
export const valueOf: Converter = (value, unit, spec) => converters[spec.kind]?.(value, unit, spec)
