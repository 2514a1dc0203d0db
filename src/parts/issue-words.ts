import type { z } from 'zod'

/** A schema's complaint in plain words. */
export function issueWords(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big')
    return issue.origin === 'string' ? `Use at most ${issue.maximum} characters.` : `At most ${issue.maximum}.`
  if (issue.code === 'too_small')
    return issue.origin === 'string' ? 'This may not be blank.' : `At least ${issue.minimum}.`
  if (issue.code === 'invalid_type')
    return issue.expected === 'int'
      ? 'Use a whole number.'
      : issue.expected === 'number'
        ? 'Use a number.'
        : issue.message
  return issue.message
}
