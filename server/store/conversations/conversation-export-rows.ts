/**
 * CSV export of the inbox: one statement at the start determines the conversations and their order; rows are read in
 * batches while they are sent, so that concurrent changes neither duplicate rows nor drop any, except deleted ones.
 */
import { inArray, sql } from 'drizzle-orm'
import { conversationFields, type Conversation } from '#contract/conversation.ts'
import { maxCsvRows } from '#contract/conversation-csv.ts'
import type { FilterPart } from '#contract/filter/filter.ts'
import { conversation } from '#server/store/tables/conversation.ts'
import { conversationSources } from './conversation-filter.ts'
import { conversationOrderings } from './conversation-columns.ts'
import { readConversations } from './conversation.ts'
import { filterCondition, type FilterContext } from '#server/store/query/filter-sql.ts'
import { orderOf } from '#server/store/query/keyset.ts'
import { sortKeys } from '#server/store/query/page-sql.ts'
import type { Scope } from '#server/store/db/scope.ts'

/** Rows per batch: a few hundred kilobytes of text. */
const batchSize = 500

/** Ids of all matches, in order; up to one more than the row limit. */
export async function csvIds(
  scope: Scope,
  filter: readonly FilterPart[],
  ordering: string | undefined,
  context: FilterContext,
): Promise<string[]> {
  const where = filterCondition(filter, conversationSources(scope), context)
  const keys = sortKeys(conversationOrderings, ordering, conversationFields.defaultOrdering)
  const rows = await scope
    .select(conversation, { id: conversation.id }, where)
    .orderBy(...orderOf(keys, sql`${conversation.id}`, 'all', false))
    .limit(maxCsvRows + 1)
  return rows.map((row) => row.id)
}

/** Conversations in the order of their ids, in batches; deleted ones are left out. */
export async function* csvRows(scope: Scope, ids: readonly string[]): AsyncGenerator<Conversation[]> {
  for (let at = 0; at < ids.length; at += batchSize) {
    const some = ids.slice(at, at + batchSize)
    const rows = new Map((await readConversations(scope, inArray(conversation.id, some))).map((row) => [row.id, row]))
    yield some.map((id) => rows.get(id)).filter((row) => row !== undefined)
  }
}
