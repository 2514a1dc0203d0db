/** Checks a new value of a field: type, limits and syntax. Whether it contains a secret: with-values.ts. */
import { isRecord, numberOf, type Json } from '#lib/json/json.ts'
import { cronProblem } from './cron.ts'
import { cronOfSeconds, isKnownZone } from './schedule.ts'
import { urlProblem } from './url-problem.ts'
import type { FieldRule } from './value-field.ts'

/** The longest text in UTF-16 units, the same as for tools (contract/tool.ts). */
export const maxValueText = 200_000
/** The longest URL, the same as for tools (contract/tool.ts). */
const maxUrl = 4_000
/** The largest number of headers or parameters: more do not fit into a request. */
const maxPairs = 200

/** A token of RFC 9110, of which names of headers consist. */
const headerName = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/

/** Problem of a value, as a sentence; null if it is valid. */
export type ValueCheck = (value: Json, rule: FieldRule) => string | null

const checkText: ValueCheck = (value, { allowsEmpty }) => {
  if (typeof value !== 'string') return 'Enter a text.'
  if (value.length > maxValueText) return `Use at most ${maxValueText.toLocaleString('en')} characters.`
  return value.trim() === '' && allowsEmpty !== true ? 'This value is required.' : null
}

const isTemplate = (value: Json): boolean => typeof value === 'string' && value.includes('{{')

const checkNumber: ValueCheck = (value, { min, max, isWhole, allowsTemplate, unit }) => {
  if (allowsTemplate === true && isTemplate(value)) return null
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'Enter a number.'
  if (isWhole === true && !Number.isInteger(value)) return 'Enter a number without decimals.'
  if ((min === undefined || value >= min) && (max === undefined || value <= max)) return null
  const words = unit === undefined ? '' : ` ${unit}`
  if (max === undefined) return `Enter at least ${min}${words}.`
  return `Enter a number from ${min ?? 0} to ${max}${words}.`
}

const checkUrl: ValueCheck = (value) => {
  if (typeof value !== 'string') return 'Enter a URL.'
  if (value.length > maxUrl) return `Use at most ${maxUrl.toLocaleString('en')} characters.`
  const problem = urlProblem(value)
  if (problem !== null || value.includes('{{')) return problem
  return URL.canParse(value.trim()) ? null : 'This is not a URL. Use one like https://api.example.com/path.'
}

const checkPairs: ValueCheck = (value, { areHeaders }) => {
  if (!isRecord(value)) return 'Enter names with values.'
  const entries = Object.entries(value)
  if (entries.length > maxPairs) return `Use at most ${maxPairs} entries.`
  for (const [name, text] of entries) {
    if (name.trim() === '') return 'Each entry needs a name.'
    if (name === '__proto__' || (areHeaders === true && !headerName.test(name)))
      return `“${name}” cannot be used as a name.`
    if (typeof text === 'object' && text !== null) return `The value of “${name}” must be a text.`
    if (typeof text === 'string' && text.length > maxValueText)
      return `The value of “${name}” has more than ${maxValueText.toLocaleString('en')} characters.`
    if (areHeaders === true && typeof text === 'string' && /[\r\n]/.test(text))
      return `The value of “${name}” must be on one line.`
  }
  return null
}

const checks: Record<FieldRule['kind'], ValueCheck> = {
  text: checkText,
  'long text': checkText,
  model: checkText,
  number: checkNumber,
  duration: checkNumber,
  interval: (value) => {
    const seconds = typeof value === 'number' ? value : null
    return seconds !== null && cronOfSeconds(seconds) !== null
      ? null
      : 'Enter seconds that are a fraction of a minute, hour or day.'
  },
  url: checkUrl,
  choice: (value, { options = [] }) =>
    typeof value === 'string' && options.includes(value) ? null : `Use one of ${options.join(', ')}.`,
  boolean: (value) => (typeof value === 'boolean' ? null : 'Choose yes or no.'),
  cron: (value) => (typeof value === 'string' ? cronProblem(value) : 'Enter a cron expression.'),
  'time zone': (value) =>
    typeof value === 'string' && isKnownZone(value) ? null : 'Use a time zone like “Europe/Berlin” or “UTC”.',
  pairs: checkPairs,
}

/** Problem of a new value, as a sentence; null if it is valid. A null value removes the field. */
export function valueProblem(rule: FieldRule, value: Json): string | null {
  if (value === null) return rule.isOptional === true ? null : 'This value is required.'
  return checks[rule.kind](value, rule)
}

/**
 * The value of a text that somebody typed: a number if the field takes one, null for an empty optional field. A text
 * that is not such a value is returned as it is, and `valueProblem` refuses it.
 */
export function typedValue(rule: FieldRule, text: string): Json {
  if (text.trim() === '' && rule.isOptional === true) return null
  const takesNumber = rule.kind === 'number' || rule.kind === 'duration' || rule.kind === 'interval'
  return takesNumber ? (numberOf(text) ?? text) : text
}
