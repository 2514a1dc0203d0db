/** zod issues as messages by field path: {"name": ["…"], "config.url": ["…"]}. */
import type { z } from 'zod'
import { Fault } from './fault.ts'
import { fieldMessage } from './field-messages.ts'

/** Options for parsing external values: distinguishes missing from wrong values, and replaces zod's messages. */
export const parseOptions = { reportInput: true, error: fieldMessage } as const

const pathOf = (path: readonly PropertyKey[]): string =>
  path.length === 0 ? 'non_field_errors' : path.map(String).join('.')

/** zod's issue codes for a missing value. */
const missingCodes = new Set<string | undefined>(['invalid_type', 'invalid_value', 'invalid_union'])

const isMissing = (issue: z.core.$ZodIssue): boolean =>
  missingCodes.has(issue.code) && issue.input === undefined && issue.path.length > 0

/** Maximum number of reported fields: a file may have thousands of errors. */
const maxFields = 50

export function fieldErrors(error: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = Object.create(null)
  const add = (path: readonly PropertyKey[], message: string) => {
    const name = pathOf(path)
    if (!(name in errors) && Object.keys(errors).length >= maxFields) return
    errors[name] = [...new Set([...(errors[name] ?? []), message])]
  }
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') for (const name of issue.keys) add([...issue.path, name], 'Unknown field.')
    else add(issue.path, isMissing(issue) ? 'This field is required.' : issue.message)
  }
  return errors
}

/** The parsed value, or 400 with every invalid field. */
export function validated<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value, parseOptions)
  if (read.success) return read.data
  const errors = fieldErrors(read.error)
  const [name, messages] = Object.entries(errors)[0] ?? []
  const first = name === undefined || name === 'non_field_errors' ? messages?.[0] : `${name}: ${messages?.[0]}`
  throw new Fault('invalid', first ?? 'The request is not valid.', { errors })
}
