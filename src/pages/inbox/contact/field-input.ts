/** Values of fields as a line of text that is edited, and back. Pure. */
import type { z } from 'zod'
import type { Json } from '#contract/kernel/page.ts'

type JsonValue = z.infer<typeof Json>

/** What a field of one's own may hold; null takes it away. */
export type FieldValue = string | number | boolean | null

/** As it is edited; null where it is nothing that a line of text can hold (a list, an object). */
export function editText(value: JsonValue): string | null {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? null : String(value)
}

const yes = new Set(['yes', 'true'])
const no = new Set(['no', 'false'])

/** What a text means in the place of a value: a number stays one, yes and no stay such; nothing takes the field away. */
export function readField(text: string, before: JsonValue): { value: FieldValue } | { error: string } {
  const typed = text.trim()
  if (typed === '') return { value: null }
  if (typeof before === 'number') {
    const number = Number(typed)
    if (!/^[+-]?(?:\d|\.\d)/.test(typed) || !Number.isFinite(number))
      return { error: 'Enter a number, such as 12 or 1.5.' }
    if (Number.isInteger(number) && !Number.isSafeInteger(number))
      return { error: 'This number is too large to be stored exactly.' }
    return { value: number }
  }
  if (typeof before !== 'boolean') return { value: typed }
  const word = typed.toLowerCase()
  if (yes.has(word)) return { value: true }
  return no.has(word) ? { value: false } : { error: 'Enter yes or no.' }
}

/** A value as it can be written again; lists and objects are edited nowhere. */
export const plainValue = (value: unknown): FieldValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
