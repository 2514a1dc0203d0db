/** Converts a list of any shape to rows of the contract, with the facts about the whole list. Pure. */
import { isRecord, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { currencyOf } from './values/amounts.ts'
import type { DialectFindings } from './findings.ts'
import { isContractRow } from './fields/is-contract.ts'
import { pathOfId } from './values/links.ts'
import { findRows } from './list-shapes.ts'
import { pageFigures, type PagingPosition } from './page-figures.ts'
import { plainRow } from './plain-row.ts'
import { likeness } from './plan.ts'
import { Reading, type ReadContext } from './reading.ts'
import { Resources } from './resource.ts'
import { isFieldsNoun } from './fields/spec.ts'

export interface ReadList {
  rows: JsonRecord[]
  /** Null if no list can be identified with certainty: the caller then reports an error. */
  shape: string | null
  total: number | null
  isAbout: boolean
  place: PagingPosition
  /** Facts of the contract beside the rows: `categories`. */
  extra: JsonRecord
  findings: DialectFindings
}

/** Minimum number of known fields for an object in a map by id to count as a row. */
const leastLikeness = 2
/** Facts beside the rows. */
const extras = ['categories']

/** Ids that several rows share. */
function doubledIds(rows: readonly JsonRecord[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const doubled = new Set<string>()
  for (const { id } of rows) {
    if (typeof id !== 'string' || id === '') continue
    if (seen.has(id)) doubled.add(id)
    seen.add(id)
  }
  return doubled
}

/** Gives rows whose ids end alike (".../x/flows/1", ".../y/flows/1") their whole path as id. */
function withWholeIds(rows: readonly JsonRecord[], raws: readonly JsonRecord[]): JsonRecord[] {
  const doubled = doubledIds(rows)
  return rows.map((row, index) => {
    const id = textOf(row['id'])
    const whole = doubled.has(id) ? pathOfId(raws[index] ?? {}, id) : null
    return whole === null ? row : { ...row, id: whole }
  })
}

function noteDoubles(rows: readonly JsonRecord[], reading: Reading): void {
  const doubled = doubledIds(rows)
  const others = rows.filter(({ id }) => doubled.has(textOf(id))).length - doubled.size
  if (others > 0) reading.findings.note(`${others} of ${rows.length} rows have the same id as another row.`)
  const without = rows.filter(({ id }) => id === '').length
  if (without > 0)
    reading.findings.note(
      `${without} of ${rows.length} rows have no readable id, so they can be viewed but not changed.`,
    )
}

function readRow(noun: string, raw: JsonRecord, reading: Reading, currency: string): JsonRecord {
  if (!isFieldsNoun(noun)) return plainRow(raw)
  return isContractRow(noun, raw) ? raw : reading.top(noun, raw, currency)
}

/** The rows that are objects; reports the others. */
function objectsOf(rows: readonly Json[], reading: Reading): JsonRecord[] {
  const objects = rows.filter(isRecord)
  const others = rows.length - objects.length
  if (others > 0)
    reading.findings.note(
      `${others} ${others === 1 ? 'row is not an object' : 'rows are not objects'} and cannot be shown.`,
    )
  return objects
}

/**
 * Returns the test whether an object has at least `least` fields of a noun. For nouns that are not in the table, any
 * object may be a row.
 */
function likeOf(noun: string, json: Json, least: number): (row: JsonRecord) => boolean {
  const resources = new Resources(isRecord(json) ? json['included'] : undefined)
  if (!isFieldsNoun(noun)) return () => least <= 1
  return (row) => likeness(noun, resources.plain(noun, row)) >= least
}

/** @param noun of the rows, as in the table of fields; for any other, only ids are converted to text */
export function readList(noun: string, json: Json, context: ReadContext): ReadList {
  const found = findRows(json, noun, likeOf(noun, json, 1), likeOf(noun, json, leastLikeness))
  const { rows: given, shape, levels } = found ?? { rows: [], shape: null, levels: [] }
  const reading = new Reading(context, levels[0])
  const { currency, ...figures } = pageFigures(levels, given.length)
  const raws = objectsOf(given, reading)
  const rows = withWholeIds(
    raws.map((raw) => readRow(noun, raw, reading, currencyOf(currency) ?? '')),
    raws,
  )
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
