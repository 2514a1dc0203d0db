/** One object in the shape of any service, as the contract has it (API.md §6 "single object"). Pure. */
import { isRecord, type Json, type JsonRecord } from '#lib/json.ts'
import { currencyOf } from './amounts.ts'
import type { Findings } from './findings.ts'
import { isContractRow } from './is-contract.ts'
import { fold } from './names.ts'
import { plainRow } from './plain.ts'
import { likeness } from './plan.ts'
import { Reading, type ReadContext } from './reading.ts'
import { isFieldsNoun } from './spec.ts'

export interface ReadObject {
  /** Null where the answer holds no object. */
  object: JsonRecord | null
  findings: Findings
}

/** Names of wrappers, folded; the noun's own comes first. */
const wrapperNames = [
  'data',
  'result',
  'item',
  'response',
  'payload',
  'body',
  'object',
  'record',
  'attributes',
  'attrs',
]
/** Nobody wraps deeper on purpose. */
const maxLevels = 4

interface Found {
  raw: JsonRecord
  shape: string
  levels: JsonRecord[]
}

const idNames = new Set(['id', 'uuid', 'pk'])

/** `{id, attributes: {…}}` (JSON:API) is one object. */
function merged(outer: JsonRecord, inner: JsonRecord, key: string): JsonRecord {
  if (!['attributes', 'attrs'].includes(fold(key))) return inner
  return { ...Object.fromEntries(Object.entries(outer).filter(([name]) => idNames.has(fold(name)))), ...inner }
}

/** Follows wrappers for as long as what is in them looks more like the noun than what is round them. */
function unwrap(noun: string, json: JsonRecord): Found {
  const word = noun.replace(/Detail$/, '').replace('imported', 'flow')
  const names = [word, `work${word}`, ...wrapperNames]
  let found: Found = { raw: json, shape: '', levels: [json] }
  for (let level = 0; level < maxLevels; level += 1) {
    const { raw } = found
    const keys = Object.keys(raw).filter((key) => names.includes(fold(key)) && isRecord(raw[key]))
    const inside = keys
      .toSorted((a, b) => names.indexOf(fold(a)) - names.indexOf(fold(b)))
      .flatMap((key): Found[] => {
        const inner = raw[key]
        if (!isRecord(inner)) return []
        return [{ raw: merged(raw, inner, key), shape: `${found.shape}${key}.`, levels: [...found.levels, inner] }]
      })
    const here = likeness(noun, raw)
    const next = inside.find((one) => likenessWithin(noun, one.raw, names) > here)
    if (next === undefined) break
    found = next
  }
  return { ...found, shape: found.shape === '' ? 'bare object' : found.shape.slice(0, -1) }
}

/** The most that an object or a wrapper in it has of the noun. */
function likenessWithin(noun: string, raw: JsonRecord, names: readonly string[], level = 0): number {
  const inner = level >= maxLevels ? [] : Object.keys(raw).filter((key) => names.includes(fold(key)))
  const deeper = inner.map((key) => (isRecord(raw[key]) ? likenessWithin(noun, raw[key], names, level + 1) : 0))
  return Math.max(likeness(noun, raw), ...deeper)
}

/** @param noun as the table of fields calls it; an object of another one gets its ids as text, and nothing else */
export function readObject(noun: string, json: Json, context: ReadContext): ReadObject {
  const reading = new Reading(context)
  // A list of one is one.
  const [first, second] = Array.isArray(json) ? json : [json]
  if (!isRecord(first) || second !== undefined)
    return { object: null, findings: reading.findings.all('no object found') }
  if (!isFieldsNoun(noun))
    return { object: plainRow(plainWithin(noun, first)), findings: reading.findings.all('bare object') }
  const { raw, shape, levels } = unwrap(noun, first)
  const currency = levels.map((level) => currencyOf(level['currency'])).find((code) => code !== null) ?? ''
  const object = isContractRow(noun, raw) ? raw : reading.top(noun, raw, currency)
  return { object, findings: reading.findings.all(shape) }
}

/** Fields that may stand beside a wrapper without being part of the object. */
const beside = new Set(['success', 'status', 'message', 'meta', 'code'])

function plainWithin(noun: string, json: JsonRecord): JsonRecord {
  if (typeof json['id'] === 'string') return json
  for (const key of [noun, 'data', 'result', 'item']) {
    const value = json[key]
    if (isRecord(value) && Object.keys(json).every((name) => name === key || beside.has(name))) return value
  }
  return json
}
