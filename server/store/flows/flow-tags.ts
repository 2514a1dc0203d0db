/** The tags of an account's flows. */
import { desc, sql } from 'drizzle-orm'
import { maxListedTags } from '#contract/flow.ts'
import { flow } from '#server/store/tables/flow.ts'
import type { Scope } from '#server/store/db/scope.ts'

/** Those of most flows first. */
export async function countTags(scope: Scope): Promise<{ results: { tag: string; count: number }[]; more: boolean }> {
  const each = scope.select(flow, { tag: sql<string>`unnest(${flow.tags})`.as('tag') }).as('each')
  const rows = await scope.withAccount((db) =>
    db
      .select({ tag: each.tag, count: sql<number>`count(*)::int`.as('count') })
      .from(each)
      .groupBy(each.tag)
      .orderBy(desc(sql`count`), each.tag)
      .limit(maxListedTags + 1),
  )
  return { results: rows.slice(0, maxListedTags), more: rows.length > maxListedTags }
}
