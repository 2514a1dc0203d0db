import type { z } from 'zod'
import { valueTypeWords } from '#lib/text/value-type-words.ts'

/** Message for an issue of a Zod schema. */
export function issueWords(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big')
    return issue.origin === 'string' ? `Use at most ${issue.maximum} characters.` : `At most ${issue.maximum}.`
  if (issue.code === 'too_small')
    return issue.origin === 'string' ? 'This field is required.' : `At least ${issue.minimum}.`
  if (issue.code === 'invalid_type')
    return issue.message.endsWith('received undefined') ? 'This field is required.' : valueTypeWords(issue.expected)
  if (issue.code === 'invalid_value') return `Use one of: ${issue.values.map(String).join(', ')}.`
  if (issue.code === 'unrecognized_keys')
    return `${issue.keys.map((key) => `“${key.slice(0, 60)}”`).join(', ')} ${issue.keys.length === 1 ? 'is' : 'are'} unknown.`
  return issue.message
}
