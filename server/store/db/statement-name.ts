/** Names statements by their text, so that each connection parses and plans them once. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { wrapQuery } from './wrap-query.ts'

/** Maximum number of named statements, which every connection keeps. Others are parsed each time. */
const maxNames = 400

/**
 * Marks a statement that is planned with its actual values each time, because the best index depends on how many rows
 * its filter matches.
 */
export const planEachTime = '/* plan anew */'

const names = new Map<string, string>()

/** Name of a statement; undefined beyond the limit. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxNames) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.set(text, name)
  return name
}

const isPreparable = (value: unknown): value is { text: string } =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  !('name' in value && value.name !== undefined) &&
  /^\s*(?:select|insert|update|delete|with)\b/i.test(value.text) &&
  !value.text.includes(planEachTime)

/** Adds its name to a query. Text with values, as the engine and the queue pass them, becomes an object. */
function withName([first, ...rest]: unknown[]): unknown[] {
  const [values, ...others] = rest
  const isText = typeof first === 'string' && Array.isArray(values)
  const args: unknown = isText ? { text: first, values } : first
  return isPreparable(args)
    ? [{ ...args, name: statementName(args.text) }, ...(isText ? others : rest)]
    : [first, ...rest]
}

/** Makes a connection name its statements before sending them. */
export function nameStatements(client: pg.PoolClient): void {
  wrapQuery(
    client,
    (query) =>
      (...args) =>
        query(...withName(args)),
  )
}
