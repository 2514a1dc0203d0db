/**
 * Cursors: the end of a page as opaque text. A cursor grants no access: Scope only reads the account's own rows. The
 * checksum identifies list, ordering and account, so that an edited or foreign cursor is rejected instead of returning
 * wrong rows; values are validated as well, because a checksum can be computed.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isCalendarDay } from '#lib/time/calendar-day.ts'

/** Type of the sort value in the database, whose text form is used in the cursor. */
export type SortType = 'text' | 'timestamptz' | 'int8'

export interface Cursor {
  /** True: the previous page; false: the next page. */
  before: boolean
  /** Sort values of the row as text, in order; the last one is the id. */
  values: (string | null)[]
}

/** Length of the checksum: enough to exclude accidental matches. */
const checksumLength = 16

const payload = z.tuple([z.boolean(), z.array(z.string().max(1000).nullable()).max(10)])

const checksum = (list: string, body: string) =>
  createHash('sha256').update(`${list}\n${body}`).digest('base64url').slice(0, checksumLength)

const patterns: Record<SortType, RegExp> = {
  text: /^[^\0]*$/,
  timestamptz: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?[+-]\d{2}(?::\d{2})?$/,
  int8: /^-?\d{1,18}$/,
}

/** `list`: name of list, ordering and account. */
export function writeCursor(list: string, cursor: Cursor): string {
  const body = Buffer.from(JSON.stringify([cursor.before, cursor.values])).toString('base64url')
  return `${body}.${checksum(list, body)}`
}

/** Null if the text is not a cursor of this list. `types`: of the sort values without the id. */
export function readCursor(list: string, types: readonly SortType[], text: string): Cursor | null {
  const [body = '', sum = '', ...rest] = text.split('.')
  if (rest.length > 0 || sum !== checksum(list, body)) return null
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(body, 'base64url').toString())
  } catch {
    return null
  }
  const parsed = payload.safeParse(json)
  if (!parsed.success) return null
  const [before, values] = parsed.data
  if (values.length !== types.length + 1 || values.at(-1) === null) return null
  const fits = types.every((type, index) => {
    const value = values[index]
    return value === null || (value !== undefined && patterns[type].test(value) && isReal(type, value))
  })
  return fits ? { before, values } : null
}

/** A date that matches the pattern may still not exist, and the database would reject it. */
const isReal = (type: SortType, value: string) =>
  type !== 'timestamptz' ||
  (isCalendarDay(value.slice(0, 10)) &&
    !value.startsWith('0000') &&
    !Number.isNaN(Date.parse(value.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'))))
