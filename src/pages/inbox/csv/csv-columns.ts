/** Which columns a table of conversations gets. Pure. */
import { csvColumns, csvPrefixes } from '#contract/conversation-csv.ts'

export interface TableColumn {
  name: string
  label: string
}

/** Every column that there is, in order; a key with a comma cannot be asked for. */
export const allColumns = (customKeys: readonly string[]): readonly TableColumn[] => [
  ...csvColumns,
  ...customKeys
    .filter((key) => !key.includes(','))
    .map((key) => ({ name: `${csvPrefixes.conversation}${key}`, label: `Field: ${key}` })),
]

/** The names of those that were chosen, in the order of all; all of the usual ones where none of them is there any more. */
export function chosenColumns(all: readonly TableColumn[], chosen: ReadonlySet<string>): string[] {
  const known = all.filter(({ name }) => chosen.has(name)).map(({ name }) => name)
  return known.length > 0 ? known : csvColumns.map(({ name }) => name)
}
