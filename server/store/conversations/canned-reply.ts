/** Canned replies of an account. */
import { and, eq, ne, sql } from 'drizzle-orm'
import type { CannedReply } from '#contract/canned-reply.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { newId } from '#lib/id.ts'
import { readPage, sortKeys, type PagePart } from '#server/store/query/page-sql.ts'
import { cannedReply } from '#server/store/tables/inbox.ts'
import type { Scope } from '#server/store/db/scope.ts'

const fields = {
  id: cannedReply.id,
  name: cannedReply.name,
  shortcut: cannedReply.shortcut,
  text: cannedReply.text,
  createdAt: cannedReply.createdAt,
  updatedAt: cannedReply.updatedAt,
  version: cannedReply.version,
  sample: cannedReply.sample,
}

type Row = Pick<typeof cannedReply.$inferSelect, keyof typeof fields>

const toCannedReply = ({ createdAt, updatedAt, ...row }: Row): CannedReply => ({
  id: row.id,
  name: row.name,
  shortcut: row.shortcut,
  text: row.text,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
  version: row.version,
  sample: row.sample,
})

const orderings = {
  name: { expression: sql`lower(${cannedReply.name})`, type: 'text', nullable: false },
} as const

export const listCannedReplies = (scope: Scope, query: PageQuery): Promise<Page<CannedReply>> =>
  readPage({
    scope,
    table: cannedReply,
    where: undefined,
    name: 'canned_reply',
    keys: sortKeys(orderings, query.ordering, 'name'),
    id: sql`${cannedReply.id}`,
    query,
    read: ({ fields: more, condition, order }: PagePart) =>
      scope.select(cannedReply, { ...fields, ...more }, condition).orderBy(...order),
    toResult: toCannedReply,
  })

/** Null if it does not exist. */
export async function readCannedReply(scope: Scope, id: string): Promise<CannedReply | null> {
  const [row] = await scope.select(cannedReply, fields, eq(cannedReply.id, id))
  return row ? toCannedReply(row) : null
}

export const countCannedReplies = (scope: Scope): Promise<number> => scope.count(cannedReply, undefined)

export async function isShortcutTaken(scope: Scope, shortcut: string, exceptId: string): Promise<boolean> {
  return (await scope.count(cannedReply, and(eq(cannedReply.shortcut, shortcut), ne(cannedReply.id, exceptId)))) > 0
}

export type CannedReplyFacts = Pick<CannedReply, 'name' | 'shortcut' | 'text'>

/** Null if a concurrent request has taken the shortcut. */
export async function addCannedReply(scope: Scope, facts: CannedReplyFacts): Promise<string | null> {
  const [made] = await scope
    .insert(cannedReply, [{ id: newId('rpl'), ...facts }])
    .onConflictDoNothing()
    .returning({ id: cannedReply.id })
  return made?.id ?? null
}

export async function changeCannedReply(
  scope: Scope,
  id: string,
  facts: { [Name in keyof CannedReplyFacts]?: string | undefined },
): Promise<void> {
  const set = { ...facts, version: sql`${cannedReply.version} + 1`, updatedAt: sql`now()` }
  await scope.update(cannedReply, set, eq(cannedReply.id, id))
}

export async function removeCannedReply(scope: Scope, id: string): Promise<void> {
  await scope.remove(cannedReply, eq(cannedReply.id, id))
}
