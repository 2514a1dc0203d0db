/** Converts a list of any shape to rows of the contract, with the facts about the whole list. Pure. */
import { isRecord, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { currencyOf } from './values/amounts.ts'
import type { DialectFindings } from './findings.ts'
import { isContractRow } from './fields/is-contract.ts'
import { pathOfId } from './values/links.ts'
import { findRows } from './list-shapes.ts'
import { pageFigures, type PagingPosition } from './page-figures.ts'
import { plainRow } from './plain-row.ts'
import { matchCount } from './plan.ts'
import { Reading, type ReadContext } from './reading.ts'
import { Resources } from './resource.ts'
import { isFieldsNoun } from './fields/spec.ts'

export interface ReadList {
  rows: JsonRecord[]
  /** Null if no list can be identified with certainty: the caller then reports an error. */
  shape: string | null
  total: number | null
  isAbout: boolean
  paging: PagingPosition
  /** Facts of the contract beside the rows: `categories`. */
  extra: JsonRecord
  findings: DialectFindings
}

/** Minimum number of known fields for an object in a map by id to count as a row. */
const minMatchCount = 2
const extras = ['categories']

/** Ids that several rows share. */
function duplicateIds(rows: readonly JsonRecord[]): ReadonlySet<string> {
  const visited = new Set<string>()
  const duplicates = new Set<string>()
  for (const { id } of rows) {
    if (typeof id !== 'string' || id === '') continue
    if (visited.has(id)) duplicates.add(id)
    visited.add(id)
  }
  return duplicates
}

/** Gives rows whose ids end alike (".../x/flows/1", ".../y/flows/1") their whole path as id. */
function withFullPathIds(rows: readonly JsonRecord[], raws: readonly JsonRecord[]): JsonRecord[] {
  const duplicates = duplicateIds(rows)
  return rows.map((row, index) => {
    const id = textOf(row['id'])
    const fullPath = duplicates.has(id) ? pathOfId(raws[index] ?? {}, id) : null
    return fullPath === null ? row : { ...row, id: fullPath }
  })
}

function noteDuplicates(rows: readonly JsonRecord[], reading: Reading): void {
  const duplicates = duplicateIds(rows)
  const others = rows.filter(({ id }) => duplicates.has(textOf(id))).length - duplicates.size
  if (others > 0) reading.findings.note(`Rows with the same id as another row: ${others} of ${rows.length}.`)
  const without = rows.filter(({ id }) => id === '').length
  if (without > 0)
    reading.findings.note(
      `Rows without a readable id: ${without} of ${rows.length}. They can be viewed but not changed.`,
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
function matchesNoun(noun: string, json: Json, least: number): (row: JsonRecord) => boolean {
  const resources = new Resources(isRecord(json) ? json['included'] : undefined)
  if (!isFieldsNoun(noun)) return () => least <= 1
  return (row) => matchCount(noun, resources.plain(noun, row)) >= least
}

/** @param noun of the rows, as in the table of fields; for any other, only ids are converted to text */
export function readList(noun: string, json: Json, context: ReadContext): ReadList {
  const found = findRows(json, noun, matchesNoun(noun, json, 1), matchesNoun(noun, json, minMatchCount))
  const { rows: entries, shape, levels } = found ?? { rows: [], shape: null, levels: [] }
  const reading = new Reading(context, levels[0])
  const { currency, ...figures } = pageFigures(levels, entries.length)
  const raws = objectsOf(entries, reading)
  const rows = withFullPathIds(
    raws.map((raw) => readRow(noun, raw, reading, currencyOf(currency) ?? '')),
    raws,
  )
  noteDuplicates(rows, reading)
  const top = levels[0] ?? {}
  const extraFields = extras.flatMap((name) => (isRecord(top[name]) ? [[name, top[name]] as const] : []))
  return {
    rows,
    shape,
    ...figures,
    extra: Object.fromEntries(extraFields),
    findings: reading.findings.all(shape ?? 'no list found'),
  }
}
