/** Values as text. Pure. */
import type { FieldRule } from '#flow/values/value-field.ts'
import { isRecord, type Json } from '#lib/json/json.ts'

/** Short text of a value in a field. */
export const valueText = (value: Json): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)

/** A value in a list of changes, where an empty one needs a word. Pairs have a line each. */
export function reviewText(value: Json): string {
  if (value === null) return 'not set'
  if (value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (!isRecord(value)) return valueText(value)
  const lines = Object.entries(value).map(([name, text]) => `${name}: ${valueText(text)}`)
  return lines.length === 0 ? 'none' : lines.join('\n')
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A duration in its largest unit without a remainder: "2 minutes"; null if it is given in seconds anyway. */
function durationText(value: Json, unit: FieldRule['unit']): string | null {
  if (unit === undefined || typeof value !== 'number' || value <= 0) return null
  const seconds = unit === 'ms' ? value / 1000 : value
  const found = units.find(([, size]) => seconds >= size && seconds % size === 0)
  if (found === undefined || (unit === 's' && found[0] === 'second')) return null
  const [name, size] = found
  const count = seconds / size
  return `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`
}

/** What a number means: its unit, its limits, and a duration in words. */
export function numberHint(rule: FieldRule, value: Json): string | undefined {
  const { unit, min, max, kind } = rule
  if (kind !== 'number' && kind !== 'duration' && kind !== 'interval') return undefined
  const unitWord = unit === 'ms' ? 'milliseconds' : unit === 's' ? 'seconds' : ''
  const duration = durationText(value, unit)
  const range = min === undefined || max === undefined ? '' : `${min} to ${max.toLocaleString('en')}`
  const limits = [range, unitWord].filter((word) => word !== '').join(' ')
  const words = [duration === null ? '' : `= ${duration}`, limits].filter((word) => word !== '')
  return words.length === 0 ? undefined : words.join(' · ')
}
