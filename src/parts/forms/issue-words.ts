import type { z } from 'zod'
import { count } from '#lib/count.ts'
import { valueTypeWords } from '#lib/text/value-type-words.ts'

/** "200 characters", "5 entries", "2". */
function limitWords(limit: number | bigint, origin: string): string {
  if (origin === 'string') return count(Number(limit), 'character')
  return origin === 'array' ? count(Number(limit), 'entry', 'entries') : String(limit)
}

/** Message for an issue of a Zod schema. */
export function issueWords(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big') return `Use at most ${limitWords(issue.maximum, issue.origin)}.`
  if (issue.code === 'too_small')
    return issue.origin === 'string' && Number(issue.minimum) <= 1
      ? 'This field is required.'
      : `Use at least ${limitWords(issue.minimum, issue.origin)}.`
  if (issue.code === 'invalid_type')
    return issue.message.endsWith('received undefined') ? 'This field is required.' : valueTypeWords(issue.expected)
  if (issue.code === 'invalid_value') return `Use one of: ${issue.values.map(String).join(', ')}.`
  if (issue.code === 'unrecognized_keys')
    return `Remove what is unknown: ${issue.keys.map((key) => `“${key.slice(0, 60)}”`).join(', ')}.`
  return issue.message
}
