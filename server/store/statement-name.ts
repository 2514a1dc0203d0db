/** Names statements by their text, so that each connection has them parsed and planned once. */
import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Texts that get a name. Beyond it they are parsed each time: each connection keeps what has a name. */
const maxNames = 400

/**
 * A statement with this in its text is planned with its own values each time: how many rows a filter lets through decides
 * which index is right.
 */
export const planAnew = '/* plan anew */'

const names = new Map<string, string>()

/** The name of a statement; undefined where there are too many. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxNames) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.set(text, name)
  return name
}

const prepares = (value: unknown): value is { text: string } =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  !('name' in value && value.name !== undefined) &&
  /^\s*(?:select|insert|update|delete|with)\b/i.test(value.text) &&
  !value.text.includes(planAnew)

/** Makes a connection name what it is asked, before it sends it. */
export function nameStatements(client: pg.PoolClient): void {
  const query: unknown = client.query.bind(client)
  if (typeof query !== 'function') return
  Object.defineProperty(client, 'query', {
    value: (first: unknown, ...rest: unknown[]): unknown =>
      Reflect.apply(query, client, [prepares(first) ? { ...first, name: statementName(first.text) } : first, ...rest]),
  })
}
