/** API keys of an account. Only their hash and first characters are stored. */
import { eq, sql } from 'drizzle-orm'
import { createHash, randomBytes } from 'node:crypto'
import { Scope as KeyScope } from '#contract/account.ts'
import { type Key } from '#contract/key.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { newId } from '#lib/id.ts'
import { key } from './auth-schema.ts'
import { readPage, sortKeys } from '#server/store/query/page-sql.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { deleteViewsOf } from '#server/store/conversations/view.ts'

/** Prefix by which people and secret scanners recognise keys. */
export const keyPrefix = 'fck_'
const secretBytes = 32
/** Characters of a key that stay visible: the prefix and enough to tell keys apart. */
const startLength = 10

export const hashKey = (text: string): string => createHash('sha256').update(text).digest('base64url')

const fields = {
  id: key.id,
  name: key.name,
  scope: key.scope,
  start: key.start,
  createdById: key.createdById,
  createdByName: key.createdByName,
  createdAt: key.createdAt,
  expiresAt: key.expiresAt,
  lastUsedAt: key.lastUsedAt,
}

interface Row {
  id: string
  name: string
  scope: string
  start: string
  createdById: string | null
  createdByName: string | null
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
}

const toKey = (row: Row): Key => ({
  id: row.id,
  name: row.name,
  scope: KeyScope.parse(row.scope),
  start: row.start,
  created_by: row.createdById === null ? null : { id: row.createdById, name: row.createdByName ?? '' },
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
})

const orderings = {
  name: { expression: sql`lower(${key.name})`, type: 'text', nullable: false },
  created_at: { expression: sql`${key.createdAt}`, type: 'timestamptz', nullable: false },
} as const

export function listKeys(scope: Scope, query: PageQuery): Promise<Page<Key>> {
  return readPage({
    scope,
    table: key,
    where: undefined,
    name: `key ${query.ordering ?? ''}`,
    keys: sortKeys(orderings, query.ordering, '-created_at'),
    id: sql`${key.id}`,
    query,
    read: ({ fields: extra, condition, order }) =>
      scope.select(key, { ...fields, ...extra }, condition).orderBy(...order),
    toResult: (row) => toKey(row),
  })
}

export async function readKey(scope: Scope, id: string): Promise<Key | null> {
  const [row] = await scope.select(key, fields, eq(key.id, id))
  return row ? toKey(row) : null
}

export interface NewKey {
  name: string
  scope: Key['scope']
  expiresAt: Date | null
  createdBy: { id: string; name: string } | null
}

/** Creates a key. Its text is only returned once; the database stores a hash. */
export async function createKey(scope: Scope, made: NewKey, now: Date): Promise<{ id: string; text: string }> {
  const id = newId('key', now.getTime())
  const text = keyPrefix + randomBytes(secretBytes).toString('base64url')
  await scope.insert(key, [
    {
      id,
      name: made.name,
      scope: made.scope,
      start: text.slice(0, startLength),
      hash: hashKey(text),
      createdById: made.createdBy?.id ?? null,
      createdByName: made.createdBy?.name ?? null,
      createdAt: now,
      expiresAt: made.expiresAt,
    },
  ])
  return { id, text }
}

/** Removes a key and returns its name; null if there was none. */
export async function removeKey(scope: Scope, id: string): Promise<string | null> {
  const [row] = await scope.remove(key, eq(key.id, id)).returning({ name: key.name })
  if (row) await deleteViewsOf(scope, id)
  return row?.name ?? null
}
