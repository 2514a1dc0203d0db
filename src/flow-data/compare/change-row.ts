/** A line of a difference in the form that is sent to the page. */
import type { ChangeLine } from './change-lines.ts'
import { valueText } from './change-words.ts'

/** Maximum fields of a change that are shown. */
const firstFields = 6

export interface ChangeRow extends Omit<ChangeLine, 'fields'> {
  /** Earlier and later value of a field as text; null if absent. */
  fields: { path: string; before: string | null; after: string | null }[]
  /** Number of fields that are left out. */
  moreFields: number
}

export const changeRowOf = ({ fields, ...line }: ChangeLine): ChangeRow => ({
  ...line,
  fields: fields.slice(0, firstFields).map(({ path, before, after }) => ({
    path,
    before: before === undefined ? null : valueText(before),
    after: after === undefined ? null : valueText(after),
  })),
  moreFields: Math.max(0, fields.length - firstFields),
})
