/** Columns for the CSV of conversations. Pure. */
import { csvColumns, csvPrefixes } from '#contract/conversation-csv.ts'

export interface TableColumn {
  name: string
  label: string
}

/** All columns, in order, except custom fields whose key contains a comma, which cannot be requested. */
export const allColumns = (customKeys: readonly string[]): readonly TableColumn[] => [
  ...csvColumns,
  ...customKeys
    .filter((key) => !key.includes(','))
    .map((key) => ({ name: `${csvPrefixes.conversation}${key}`, label: `Field: ${key}` })),
]

/** The names of the chosen columns, in the order of all columns; the defaults if none of the chosen ones exists. */
export function chosenColumns(all: readonly TableColumn[], chosen: ReadonlySet<string>): string[] {
  const known = all.filter(({ name }) => chosen.has(name)).map(({ name }) => name)
  return known.length > 0 ? known : csvColumns.map(({ name }) => name)
}
