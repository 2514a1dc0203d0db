/** Checks whether a value has every field of its noun in the form of the contract. Exact, in one pass. Pure. */
import type { Spec, Specs } from './spec-text.ts'

export type Check = (value: unknown) => boolean

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const isText: Check = (value) => typeof value === 'string'
export const isNumber: Check = (value) => typeof value === 'number'
const matches =
  (form: RegExp): Check =>
  (value) =>
    typeof value === 'string' && form.test(value)
const numbers =
  (...keys: string[]): Check =>
  (value) =>
    value === null || (isObject(value) && keys.every((key) => isNumber(value[key])))
export const every =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)

const checks: Record<string, Check> = {
  id: isText,
  text: isText,
  end: isText,
  int: isNumber,
  number: isNumber,
  ms: isNumber,
  money: matches(/^-?\d+\.\d{6}$/),
  currency: matches(/^[A-Z]{3}$/),
  time: matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/),
  flag: (value) => typeof value === 'boolean',
  object: isObject,
  any: (value) => value !== undefined,
  place: numbers('x', 'y'),
  size: numbers('width', 'height'),
}

/** One check for each noun of a table. */
export function rowChecks<Noun extends string>(
  specs: Specs<Noun | 'node' | 'edge'>,
): (noun: Noun | 'node' | 'edge') => Check {
  type Known = Noun | 'node' | 'edge'
  const known = new Map<Known, Check>()
  function checkOf(spec: Spec<Known>): Check {
    const { kind, noun, choices } = spec
    let check: Check = checks[kind] ?? (() => false)
    if (kind === 'choice') check = (value) => typeof value === 'string' && choices.includes(value)
    if (kind === 'nodes' || kind === 'edges') check = every(rowCheck(kind === 'nodes' ? 'node' : 'edge'))
    if (noun !== null) check = rowCheck(noun)
    if (spec.isList) check = every(check)
    if (spec.isNullable) return (value) => value === null || check(value)
    return spec.isOptional ? (value) => value === undefined || check(value) : check
  }
  function rowCheck(noun: Known): Check {
    const before = known.get(noun)
    if (before) return before
    const fieldChecks = specs.of(noun).map((spec): [string, Check] => [spec.field, checkOf(spec)])
    const check: Check = (value) => {
      if (!isObject(value)) return false
      for (const [field, isRight] of fieldChecks) if (!isRight(value[field])) return false
      return true
    }
    known.set(noun, check)
    return check
  }
  return rowCheck
}
