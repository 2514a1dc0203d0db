import { useProduct } from '#api/query/me.ts'
import { isReturned } from '#lib/absent.ts'
import type { ListColumn } from '#ui/table/column-choice.ts'

/**
 * Whether a field is known of any row of a list. A product behind a connector leaves out what it does not know, and then
 * the whole column is left out; the columns of other services always stay.
 */
export function useKnownFields(rows: readonly object[]): (field: string) => boolean {
  const product = useProduct()
  return (field) => product === null || rows.length === 0 || rows.some((row) => isReturned(row, field))
}

/** The columns of which something is known. The field of a column is the one that it orders by, or has its name. */
export function useKnownColumns<Row extends object>(
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
): readonly ListColumn<Row>[] {
  const isKnown = useKnownFields(rows)
  return columns.filter(({ id, orderBy }) => isKnown(orderBy ?? id))
}
