/** A list in the shape of any service, as rows of the contract and what the answer says about the whole. Pure. */
import { isRecord, type Json, type JsonRecord } from '#lib/json.ts'
import { currencyOf } from './amounts.ts'
import type { Findings } from './findings.ts'
import { isContractRow } from './is-contract.ts'
import { findRows } from './list-shapes.ts'
import { pageFigures, type Place } from './page-figures.ts'
import { plainRow } from './plain.ts'
import { likeness } from './plan.ts'
import { Reading, type ReadContext } from './reading.ts'
import { isFieldsNoun } from './spec.ts'

export interface ReadList {
  rows: JsonRecord[]
  /** Null where no list can be told for sure: it is then no answer. */
  shape: string | null
  total: number | null
  isAbout: boolean
  place: Place
  /** Facts beside the rows that the contract knows: `categories`. */
  extra: JsonRecord
  findings: Findings
}

/** Fields that an object has at the least to be taken for a row. */
const leastLikeness = 2
/** Facts beside the rows. */
const extras = ['categories']

function noteDoubles(rows: readonly JsonRecord[], reading: Reading): void {
  const seen = new Set<string>()
  let doubles = 0
  for (const { id } of rows) {
    if (typeof id !== 'string' || id === '') continue
    if (seen.has(id)) doubles += 1
    seen.add(id)
  }
  if (doubles > 0) reading.findings.note(`${doubles} of ${rows.length} rows have an id that another row has.`)
}

function readRow(noun: string, raw: JsonRecord, reading: Reading, currency: string): JsonRecord {
  if (!isFieldsNoun(noun)) return plainRow(raw)
  return isContractRow(noun, raw) ? raw : reading.top(noun, raw, currency)
}

/** The rows that are objects; the others are told. */
function objectsOf(rows: readonly Json[], reading: Reading): JsonRecord[] {
  const objects = rows.filter(isRecord)
  const others = rows.length - objects.length
  if (others > 0)
    reading.findings.note(`${others} ${others === 1 ? 'row is' : 'rows are'} no object and cannot be shown.`)
  return objects
}

/** @param noun as the table of fields calls the rows; rows of another one get their ids as text, and nothing else */
export function readList(noun: string, json: Json, context: ReadContext): ReadList {
  const reading = new Reading(context)
  const found = findRows(json, noun, (row) => likeness(noun, row) >= leastLikeness)
  const { rows: given, shape, levels } = found ?? { rows: [], shape: null, levels: [] }
  const { currency, ...figures } = pageFigures(levels, given.length)
  const rows = objectsOf(given, reading).map((raw) => readRow(noun, raw, reading, currencyOf(currency) ?? ''))
  noteDoubles(rows, reading)
  const top = levels[0] ?? {}
  const beside = extras.flatMap((name) => (isRecord(top[name]) ? [[name, top[name]] as const] : []))
  return {
    rows,
    shape,
    ...figures,
    extra: Object.fromEntries(beside),
    findings: reading.findings.all(shape ?? 'no list found'),
  }
}
