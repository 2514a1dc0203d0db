/** Conversion of field values to text and back. Pure. */
import type { z } from 'zod'
import type { Json } from '#contract/kernel/page.ts'

type JsonValue = z.infer<typeof Json>

/** Values that can be entered for a custom field; null removes the field. */
export type FieldValue = string | number | boolean | null

/** The value as editable text; null for a list or an object, which cannot be edited as a line of text. */
export function editText(value: JsonValue): string | null {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? null : String(value)
}

const yes = new Set(['yes', 'true'])
const no = new Set(['no', 'false'])

/**
 * Parses typed text. A number stays a number and a boolean stays a boolean, as in the previous value; an empty text
 * removes the field.
 */
export function readField(text: string, before: JsonValue): { value: FieldValue } | { error: string } {
  const typed = text.trim()
  if (typed === '') return { value: null }
  if (typeof before === 'number') {
    const number = Number(typed)
    if (!/^[+-]?(?:\d|\.\d)/.test(typed) || !Number.isFinite(number))
      return { error: 'Enter a number, such as 12 or 1.5.' }
    if (Number.isInteger(number) && !Number.isSafeInteger(number))
      return { error: 'This number is too large to be stored exactly. Use at most 15 digits.' }
    return { value: number }
  }
  if (typeof before !== 'boolean') return { value: typed }
  const word = typed.toLowerCase()
  if (yes.has(word)) return { value: true }
  return no.has(word) ? { value: false } : { error: 'Enter yes or no.' }
}

/** A value as undo sends it; null for lists and objects, which are not editable. */
export const plainValue = (value: unknown): FieldValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null

/** A value of a custom field as text; null if it is empty. */
export function customFieldText(value: JsonValue): string | null {
  if (value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.length === 0 ? null : value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The label of a custom field: "order_no" → "Order no". */
export function customFieldLabel(key: string): string {
  const text = key.replaceAll('_', ' ').trim()
  return text === '' ? key : text.charAt(0).toLocaleUpperCase() + text.slice(1)
}
