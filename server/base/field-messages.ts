/** Messages for invalid values whose schema defines none: zod's own messages are written for programmers. */
import type { z } from 'zod'
import { valueTypeWords } from '#lib/text/value-type-words.ts'

const formats: Readonly<Record<string, string>> = {
  email: 'Use an email address.',
  url: 'Use a web address, like https://example.com.',
  datetime: 'Use a time like 2026-01-31T12:00:00Z.',
  date: 'Use a date like 2026-01-31.',
  uuid: 'Use a UUID.',
}

/** Units of lengths. */
const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries', set: ' entries' }

/** Maximum number of listed choices. */
const maxChoices = 20

function sizeMessage(word: string, limit: number | bigint, origin: string): string {
  const unit = units[origin] ?? ''
  const noun = limit === 1 || limit === 1n ? unit.replace(/ies$/, 'y').replace(/s$/, '') : unit
  return `Use ${word} ${limit.toLocaleString('en')}${noun}.`
}

function minimumMessage(limit: number | bigint, origin: string, isIncluded: boolean | undefined): string {
  if (limit === 1 && units[origin] !== undefined) return 'This field may not be empty.'
  return sizeMessage(isIncluded === false ? 'more than' : 'at least', limit, origin)
}

function choiceMessage(values: readonly unknown[]): string {
  const choices = values.slice(0, maxChoices).map(String).join(', ')
  if (values.length === 1) return `Use ${choices}.`
  return `Use one of: ${choices}${values.length > maxChoices ? ', …' : ''}.`
}

/** For `safeParse(value, { error: fieldMessage })`; a schema's own message takes precedence. */
export function fieldMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return valueTypeWords(issue.expected)
    case 'invalid_value':
      return choiceMessage(issue.values)
    case 'too_big':
      return sizeMessage(issue.inclusive === false ? 'less than' : 'at most', issue.maximum, issue.origin)
    case 'too_small':
      return minimumMessage(issue.minimum, issue.origin, issue.inclusive)
    case 'invalid_format':
      return formats[issue.format] ?? 'This value has the wrong format.'
    case 'not_multiple_of':
      return `Use a multiple of ${issue.divisor}.`
    default:
      return 'This value is not allowed.'
  }
}
