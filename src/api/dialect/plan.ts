/** How an object with certain keys becomes one of a noun: worked out once for all rows that have the same keys. Pure. */
import { isRecord, type Json, type JsonRecord } from '#lib/json.ts'
import { drawnNames } from './place-names.ts'
import { isFieldsNoun, specsOf, type Spec } from './spec.ts'
import type { FieldsNoun } from './fields.ts'
import { candidatesOf, fold, type Candidate, type Unit } from './names.ts'

/** Where a field may be found in such an object. */
export interface Source {
  key: string
  /** As the findings call it: "contact.fullName". */
  from: string
  /** Folded names below the key. */
  below: readonly string[]
  unit: Unit
}

export interface PlannedField {
  spec: Spec
  /** As the findings call it: "contact.name". */
  name: string
  /** In the order in which they count. */
  sources: readonly Source[]
  /** `contact_name`, `contact_email` beside one another instead of an object: [name within, key]. */
  parts: readonly (readonly [string, string])[]
}

export interface Plan {
  /** Of the objects for which it is made, in their order. */
  keys: readonly string[]
  fields: readonly PlannedField[]
  /** Where a currency stands, and amounts that may name one. */
  currency: readonly Source[]
  amounts: readonly Source[]
  /** Keys that say nothing to the contract. */
  unknown: readonly string[]
}

const candidates = new Map<FieldsNoun, ReadonlyMap<string, readonly Candidate[]>>()

function candidatesByField(noun: FieldsNoun): ReadonlyMap<string, readonly Candidate[]> {
  const known = candidates.get(noun)
  if (known) return known
  const made = new Map(specsOf(noun).map((spec) => [spec.field, candidatesOf(noun, spec)]))
  candidates.set(noun, made)
  return made
}

/** Of several keys that are one name in different cases, the one that the contract writes, else the first. */
function keysByName(keys: readonly string[], own: ReadonlySet<string>): ReadonlyMap<string, string> {
  const byName = new Map<string, string>()
  for (const key of keys) if (own.has(key) || !byName.has(fold(key))) byName.set(fold(key), key)
  return byName
}

const partsOf = (spec: Spec, noun: FieldsNoun, byName: ReadonlyMap<string, string>): (readonly [string, string])[] => {
  const names = new Set([...candidatesByField(noun).values()].flat().map((one) => one.path.join('.')))
  for (const start of [spec.field, ...spec.names].map(fold)) {
    const parts = [...byName].flatMap(([name, key]): [string, string][] =>
      name.startsWith(start) && names.has(name.slice(start.length)) ? [[name.slice(start.length), key]] : [],
    )
    if (parts.length > 0) return parts
  }
  return []
}

const sourcesOf = (planned: readonly PlannedField[], kind: string): Source[] =>
  planned.filter(({ spec }) => spec.kind === kind).flatMap(({ sources }) => sources)

/**
 * @param keys of the object; values play no part
 * @param path names that lead to the object, with a point behind: "contact."
 */
export function planOf(noun: FieldsNoun, keys: readonly string[], path: string): Plan {
  const specs = specsOf(noun)
  const byName = keysByName(keys, new Set(specs.map((spec) => spec.field)))
  /** What is one field's own name is never another's second name. */
  const own = new Map(specs.map((spec) => [fold(spec.field), spec.field]))
  const used = new Set<string>()
  const planned = specs.map((spec): PlannedField => {
    const sources = (candidatesByField(noun).get(spec.field) ?? []).flatMap(({ path: [top = '', ...below], unit }) => {
      const key = byName.get(top)
      const owner = own.get(top)
      const isTaken = owner !== undefined && owner !== spec.field && below.length === 0
      return key === undefined || isTaken ? [] : [{ key, from: path + [key, ...below].join('.'), below, unit }]
    })
    const parts = spec.noun === null || spec.isList ? [] : partsOf(spec, spec.noun, byName)
    return { spec, name: path + spec.field, sources, parts: parts.filter(([, key]) => !own.has(fold(key))) }
  })
  for (const { sources, parts } of planned)
    for (const key of [...sources.map((one) => one.key), ...parts.map(([, one]) => one)]) used.add(key)
  return {
    keys,
    fields: planned,
    currency: sourcesOf(planned, 'currency'),
    amounts: sourcesOf(planned, 'money'),
    unknown: keys.filter((key) => !used.has(key) && !(noun === 'node' && drawnNames.has(fold(key)))),
  }
}

/** How many fields of a noun an object seems to have, by their names alone. */
export function likeness(noun: string, value: JsonRecord): number {
  if (!isFieldsNoun(noun)) return 0
  const { fields } = planOf(noun, Object.keys(value), '')
  return fields.filter(({ sources }) => sources.some((one) => one.below.length === 0)).length
}

/** The value at a source; undefined where it is not there. */
export function valueAt(row: JsonRecord, { key, below }: Source): Json | undefined {
  let value: Json | undefined = row[key]
  if (below.length === 0) return value
  for (const name of below) {
    if (!isRecord(value)) return undefined
    const inner: JsonRecord = value
    const found: string | undefined = Object.keys(inner).find((one) => fold(one) === name)
    value = found === undefined ? undefined : inner[found]
  }
  return value
}
