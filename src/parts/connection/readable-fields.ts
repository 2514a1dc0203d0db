/** Fields of the contract that an answer contains. Pure. */
import { isFieldsNoun, specsOf } from '#api/dialect/fields/spec.ts'
import { isAbsent, isGiven } from '#lib/absent.ts'
import type { Json, JsonRecord } from '#lib/json/json.ts'

/** Whether a value is not empty, at any depth. */
function isSaid(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isSaid)
  return !isAbsent(value)
}

/** The fields that at least one row has, by their names in the contract. */
export function readableFieldsIn(noun: string, rows: readonly JsonRecord[]): string[] {
  const fields = isFieldsNoun(noun) ? specsOf(noun).map(({ field }) => field) : []
  return fields.filter((field) => rows.some((row) => isGiven(row, field) && isSaid(row[field])))
}

/** Fields that identify a row for the user. */
const naming = ['id', 'name', 'key', 'subject', 'number', 'flow', 'contact']

export const fieldNamesOf = (row: JsonRecord): string[] =>
  naming.filter((field) => isGiven(row, field) && isSaid(row[field]))
