/** A line of a difference as it goes to the page. */
import type { ChangeLine } from './change-lines.ts'
import { valueText } from './change-words.ts'

/** Fields of one change that are shown. */
const firstFields = 6

export interface ChangeRow extends Omit<ChangeLine, 'fields'> {
  /** What a field was and is, each as a text; null where it was or is not there. */
  fields: { path: string; before: string | null; after: string | null }[]
  /** Fields that are not among them. */
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
