import type { Json } from '#contract/kernel/page.ts'
import type { z } from 'zod'

/** A value of a custom field as text; null if there is none. Pure. */
export function customFieldText(value: z.infer<typeof Json>): string | null {
  if (value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.length === 0 ? null : value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** "order_no" → "Order no". */
export function customFieldLabel(key: string): string {
  const text = key.replaceAll('_', ' ').trim()
  return text === '' ? key : text.charAt(0).toLocaleUpperCase() + text.slice(1)
}
