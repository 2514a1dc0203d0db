/** Converts one object of any shape to the contract (docs/dialects.md, "What is understood"). Pure. */
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import { currencyOf } from './values/amounts.ts'
import type { DialectFindings } from './findings.ts'
import { isContractRow } from './fields/is-contract.ts'
import type { FieldsNoun } from './fields/fields.ts'
import { fold } from './values/fold.ts'
import { wordsOf } from './values/links.ts'
import { plainRow } from './plain-row.ts'
import { matchCount } from './plan.ts'
import { Reading, type ReadContext } from './reading.ts'
import { isFieldsNoun } from './fields/spec.ts'

export interface ReadObject {
  /** Null if the response contains no object. */
  object: JsonRecord | null
  findings: DialectFindings
}

/** Names of wrappers, folded; the noun's own comes first. */
const wrapperNames = ['data', 'result', 'item', 'response', 'payload', 'body', 'object', 'record', 'd']
/** Names of objects that contain the balance. */
const accountNames = ['account', 'wallet', 'billing']
/** Deeper wrappers do not occur in practice. */
const maxLevels = 4

interface Found {
  raw: JsonRecord
  shape: string
  levels: JsonRecord[]
}

/** Follows wrappers as long as their content looks more like the noun than the wrapper itself. */
function unwrap(noun: FieldsNoun, json: JsonRecord, reading: Reading): Found {
  const names = [...wordsOf(noun), ...wrapperNames, ...(noun === 'balance' ? accountNames : [])]
  let found: Found = { raw: json, shape: '', levels: [json] }
  for (let level = 0; level < maxLevels; level += 1) {
    const { raw } = found
    const keys = Object.keys(raw).filter((key) => names.includes(fold(key)) && isRecord(raw[key]))
    const inside = keys
      .toSorted((a, b) => names.indexOf(fold(a)) - names.indexOf(fold(b)))
      .flatMap((key): Found[] => {
        const inner = raw[key]
        if (!isRecord(inner)) return []
        return [{ raw: withGraph(noun, raw, inner), shape: `${found.shape}${key}.`, levels: [...found.levels, inner] }]
      })
    const ownMatchCount = matchCount(noun, reading.plain(noun, raw))
    const next = inside.find((one) => matchCountWithin(noun, one.raw, names, reading) > ownMatchCount)
    if (next === undefined) break
    found = next
  }
  return { ...found, shape: found.shape === '' ? 'bare object' : found.shape.slice(0, -1) }
}

/** The highest likeness to the noun, of an object or of any wrapper in it. */
function matchCountWithin(
  noun: FieldsNoun,
  raw: JsonRecord,
  names: readonly string[],
  reading: Reading,
  level = 0,
): number {
  const inner = level >= maxLevels ? [] : Object.keys(raw).filter((key) => names.includes(fold(key)))
  const deeper = inner.map((key) =>
    isRecord(raw[key]) ? matchCountWithin(noun, raw[key], names, reading, level + 1) : 0,
  )
  return Math.max(matchCount(noun, reading.plain(noun, raw)), ...deeper)
}

/** Adds a graph that is beside the flow: `{flow: {…}, nodes, edges}`. */
function withGraph(noun: FieldsNoun, outer: JsonRecord, inner: JsonRecord): JsonRecord {
  if (noun !== 'flowDetail') return inner
  const known = new Set(Object.keys(inner).map(fold))
  const beside = Object.entries(outer).filter(([key, value]) => {
    const name = fold(key)
    return graphNames.has(name) && !known.has(name) && (typeof value === 'string' || typeof value === 'object')
  })
  return beside.length === 0 ? inner : { ...Object.fromEntries(beside), ...inner }
}

/** Names of nodes and edges, or of an object with both. */
const graphNames = new Set(['nodes', 'edges', 'steps', 'connections', 'graph', 'definition'])

/** @param noun as in the table of fields; for any other, only ids are converted to text */
export function readObject(noun: string, json: Json, context: ReadContext): ReadObject {
  // A list with one entry counts as the object.
  const [first, second] = Array.isArray(json) ? json : [json]
  const reading = new Reading(context, isRecord(first) ? first : {})
  if (!isRecord(first) || second !== undefined)
    return { object: null, findings: reading.findings.all('no object found') }
  if (!isFieldsNoun(noun))
    return { object: plainRow(unwrapPlain(noun, first)), findings: reading.findings.all('bare object') }
  const { raw, shape, levels } = unwrap(noun, first, reading)
  const currency = levels.map(currencyIn).find((code) => code !== null) ?? ''
  const object = isContractRow(noun, raw) ? raw : reading.top(noun, raw, currency)
  return { object, findings: reading.findings.all(shape) }
}

/** The currency that a response names once for all amounts. */
const currencyIn = ({ currency, meta }: JsonRecord): string | null =>
  currencyOf(currency) ?? currencyOf(isRecord(meta) ? meta['currency'] : undefined)

/** Fields beside a wrapper that do not belong to the object. */
const envelopeFields = new Set(['success', 'status', 'message', 'meta', 'code'])

function unwrapPlain(noun: string, json: JsonRecord): JsonRecord {
  if (typeof json['id'] === 'string') return json
  for (const key of [noun, 'data', 'result', 'item']) {
    const value = json[key]
    if (isRecord(value) && Object.keys(json).every((name) => name === key || envelopeFields.has(name))) return value
  }
  return json
}
