/**
 * Plan for converting objects with a given set of keys to a noun: computed once for all rows with the same keys. Pure.
 */
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import { layoutNames } from './graph.ts'
import { isFieldsNoun, specsOf, type FieldSpec } from './fields/spec.ts'
import type { FieldsNoun } from './fields/fields.ts'
import { withoutCode } from './values/currencies.ts'
import { fold } from './values/fold.ts'
import { candidatesOf, plainName, type Candidate } from './values/names.ts'
import { linkOfKind } from './values/links.ts'
import { parsedText } from './values/contract-value.ts'

/** A place in an object where a field may be. */
export interface Source extends Pick<Candidate, 'unit' | 'via'> {
  key: string
  /** Name in the findings: "contact.fullName". */
  from: string
  /** Folded names below the key. */
  below: readonly string[]
  /** For an amount: the currency in its name ("cost_usd"); '' = none. */
  code: string
  /** For an amount: the key of the currency beside it ("cost_currency"); null = none. */
  codeKey: string | null
}

export interface PlannedField {
  spec: FieldSpec
  /** Name in the findings: "contact.name". */
  name: string
  /** In order of precedence. */
  sources: readonly Source[]
  /** Flat keys (`contact_name`, `contact_email`) instead of a nested object: [name in the object, key]. */
  parts: readonly (readonly [string, string])[]
}

export interface FieldPlan {
  /** Keys of the objects that the plan fits, in their order. */
  keys: readonly string[]
  fields: readonly PlannedField[]
  /** Sources of the object's currency, and of its amounts, which may name a currency if the object does not. */
  currency: readonly Source[]
  amounts: readonly Source[]
  /** Keys that the contract does not have. */
  unknown: readonly string[]
}

const candidates = new Map<FieldsNoun, ReadonlyMap<string, readonly Candidate[]>>()

function candidatesByField(noun: FieldsNoun): ReadonlyMap<string, readonly Candidate[]> {
  const known = candidates.get(noun)
  if (known) return known
  const computed = new Map(specsOf(noun).map((spec) => [spec.field, candidatesOf(noun, spec)]))
  candidates.set(noun, computed)
  return computed
}

/** Keys by folded name. If several fold to the same name: the one spelled as in the contract, else the first. */
function keysByName(keys: readonly string[], fieldByOwnName: ReadonlySet<string>): ReadonlyMap<string, string> {
  const byName = new Map<string, string>()
  for (const key of keys) if (fieldByOwnName.has(key) || !byName.has(fold(key))) byName.set(fold(key), key)
  return byName
}

/** Keys that contain a currency, by their name without it. The first currency of an amount wins. */
function keysByAmount(keys: readonly string[]): ReadonlyMap<string, { key: string; code: string }> {
  const byAmount = new Map<string, { key: string; code: string }>()
  for (const key of keys) {
    const amountKey = withoutCode(key)
    if (amountKey !== null && !byAmount.has(amountKey.rest)) byAmount.set(amountKey.rest, { key, code: amountKey.code })
  }
  return byAmount
}

const partsOf = (
  spec: FieldSpec,
  noun: FieldsNoun,
  byName: ReadonlyMap<string, string>,
): (readonly [string, string])[] => {
  const names = new Set([...candidatesByField(noun).values()].flat().map((one) => one.path.join('.')))
  for (const start of [spec.field, ...spec.names.map(plainName)].map(fold)) {
    const parts = [...byName].flatMap(([name, key]): [string, string][] =>
      name.startsWith(start) && names.has(name.slice(start.length)) ? [[name.slice(start.length), key]] : [],
    )
    if (parts.length > 0) return parts
  }
  return []
}

const sourcesOf = (planned: readonly PlannedField[], kind: string): Source[] =>
  planned.filter(({ spec }) => spec.kind === kind).flatMap(({ sources }) => sources)

/** The key of an amount's own currency: `cost_currency` beside `cost`. */
const codeKeyOf = (key: string, byName: ReadonlyMap<string, string>): string | null =>
  byName.get(`${fold(key)}currency`) ?? byName.get(`${fold(key)}currencycode`) ?? null

/** Currency keys of an object without a currency field in the contract; a currency other than the row's is reported. */
const currencyFields = (byName: ReadonlyMap<string, string>): Source[] =>
  ['currency', 'currencycode'].flatMap((name): Source[] => {
    const key = byName.get(name)
    return key === undefined ? [] : [{ key, from: key, below: [], unit: 'one', code: '', codeKey: null }]
  })

/**
 * @param keys of the object; values do not matter
 * @param path names that lead to the object, with a trailing dot: "contact."
 */
export function fieldPlanOf(noun: FieldsNoun, keys: readonly string[], path: string): FieldPlan {
  const specs = specsOf(noun)
  const byName = keysByName(keys, new Set(specs.map((spec) => spec.field)))
  const byAmount = specs.some(({ kind }) => kind === 'money') ? keysByAmount(keys) : new Map<string, never>()
  /** A key that is the contract's name of a field is never read as another field. */
  const fieldByOwnName = new Map(specs.map((spec) => [fold(spec.field), spec.field]))
  const used = new Set<string>()
  const planned = specs.map((spec): PlannedField => {
    const sources = (candidatesByField(noun).get(spec.field) ?? []).flatMap((candidate): Source[] => {
      const { path: names, unit, via } = candidate
      const [top = '', ...below] = names
      const isPlain = below.length === 0
      const amountKey = spec.kind === 'money' && isPlain ? byAmount.get(top) : undefined
      const key = byName.get(top) ?? amountKey?.key
      const belongsToOther = isPlain && via === undefined && (fieldByOwnName.get(top) ?? spec.field) !== spec.field
      if (key === undefined || belongsToOther) return []
      const source = { key, from: path + [key, ...below].join('.'), below, unit, ...(via ? { via } : {}) }
      return [{ ...source, code: key === amountKey?.key ? amountKey.code : '', codeKey: codeKeyOf(key, byName) }]
    })
    const parts = spec.noun === null || spec.isList ? [] : partsOf(spec, spec.noun, byName)
    return { spec, name: path + spec.field, sources, parts: parts.filter(([, key]) => !fieldByOwnName.has(fold(key))) }
  })
  for (const { sources, parts } of planned)
    for (const key of [
      ...sources.flatMap(({ key: one, codeKey }) => [one, codeKey ?? one]),
      ...parts.map(([, one]) => one),
    ])
      used.add(key)
  return {
    keys,
    fields: planned,
    currency: specs.some(({ kind }) => kind === 'currency') ? sourcesOf(planned, 'currency') : currencyFields(byName),
    amounts: sourcesOf(planned, 'money'),
    unknown: keys.filter((key) => !used.has(key) && !(noun === 'node' && layoutNames.has(fold(key)))),
  }
}

/** Number of fields of a noun that an object seems to have, judged only by its keys. */
export function matchCount(noun: string, value: JsonRecord): number {
  if (!isFieldsNoun(noun)) return 0
  const { fields } = fieldPlanOf(noun, Object.keys(value), '')
  return fields.filter(({ sources }) => sources.some((one) => one.below.length === 0)).length
}

/** The value at a source; undefined if it is absent. */
export function fieldValueAt(row: JsonRecord, { key, below }: Pick<Source, 'key' | 'below'>): Json | undefined {
  let value: Json | undefined = row[key]
  for (const name of below) value = inside(value, name)
  return value
}

/** The value under a name. For a list: its length, or its link with that relation. */
function inside(value: Json | undefined, name: string): Json | undefined {
  const parsed = parsedText(value)
  if (Array.isArray(parsed)) return name === 'length' ? parsed.length : linkOfKind(parsed, name)
  if (!isRecord(parsed)) return undefined
  const found = Object.keys(parsed).find((one) => fold(one) === name)
  return found === undefined ? undefined : parsed[found]
}
