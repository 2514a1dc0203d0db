/** Fields that a service requires and the form lacks: read from its error response, and added to the body. Pure. */
import type { FieldMessages } from '#api/errors.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names under which services report messages about the whole body. */
const ofAll = new Set(['non_field_errors', 'nonFieldErrors', '__all__', 'detail', ''])
/** Maximum number of fields added to the form. */
const maxAsked = 20

function has(body: unknown, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return true
  return isObject(body) && Object.hasOwn(body, key) && has(body[key], rest)
}

/**
 * The paths in an error response that are neither in the body nor fields of the form.
 * @param isOwn whether the form has a field for a path
 */
export const requestedFields = (
  messages: FieldMessages,
  body: Readonly<Record<string, unknown>>,
  isOwn: (path: string) => boolean,
): string[] =>
  Object.keys(messages)
    .filter((path) => !ofAll.has(path) && !isOwn(path) && !has(body, path.split('.')))
    .slice(0, maxAsked)

function withOne(body: unknown, [key, ...rest]: readonly string[], value: string): unknown {
  if (key === undefined) return value
  const own = isObject(body) ? body : {}
  // `fromEntries` treats `__proto__` like any other key.
  return Object.fromEntries([...Object.entries(own), [key, withOne(own[key], rest, value)]])
}

/** The body with the requested fields that are not blank. */
export const withRequestedFields = <B extends object>(body: B, asked: Readonly<Record<string, string>>): B =>
  Object.assign(
    body,
    Object.entries(asked)
      .filter(([, value]) => value.trim() !== '')
      .reduce<unknown>((all, [path, value]) => withOne(all, path.split('.'), value.trim()), { ...body }),
  )
