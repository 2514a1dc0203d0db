/** Fields that a service requires and the form lacks: read from its error response, and added to the body. Pure. */
import type { FieldMessages } from '#api/errors.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names under which services report messages about the whole body. */
const wholeBodyFields = new Set(['non_field_errors', 'nonFieldErrors', '__all__', 'detail', ''])
/** Maximum number of fields added to the form. */
const maxRequestedFields = 20

function hasPath(body: unknown, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return true
  return isObject(body) && Object.hasOwn(body, key) && hasPath(body[key], rest)
}

/**
 * The paths in an error response that are neither in the body nor fields of the form.
 * @param isFormField whether the form has a field for a path
 */
export const requestedFields = (
  messages: FieldMessages,
  body: Readonly<Record<string, unknown>>,
  isFormField: (path: string) => boolean,
): string[] =>
  Object.keys(messages)
    .filter((path) => !wholeBodyFields.has(path) && !isFormField(path) && !hasPath(body, path.split('.')))
    .slice(0, maxRequestedFields)

function withPath(body: unknown, [key, ...rest]: readonly string[], value: string): unknown {
  if (key === undefined) return value
  const own = isObject(body) ? body : {}
  // `fromEntries` treats `__proto__` like any other key.
  return Object.fromEntries([...Object.entries(own), [key, withPath(own[key], rest, value)]])
}

/** The body with the requested fields that are not blank. */
export const withRequestedFields = <B extends object>(body: B, requested: Readonly<Record<string, string>>): B =>
  Object.assign(
    body,
    Object.entries(requested)
      .filter(([, value]) => value.trim() !== '')
      .reduce<unknown>((all, [path, value]) => withPath(all, path.split('.'), value.trim()), { ...body }),
  )
