/**
 * What the inbox as a table holds: which conversations, and in which order, is settled by one statement at its beginning; the
 * rows are read in parts while they are sent, so that none is there twice or missing whatever happens meanwhile.
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

/** Rows of one part: some hundred kilobytes of text. */
const atOnce = 500

/** Ids of all that match, in order; one more than a table may have where there are as many. */
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

/** Conversations in the order of their ids, in parts; what is gone by then is left out. */
export async function* csvRows(scope: Scope, ids: readonly string[]): AsyncGenerator<Conversation[]> {
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce)
    const rows = new Map((await readConversations(scope, inArray(conversation.id, some))).map((row) => [row.id, row]))
    yield some.map((id) => rows.get(id)).filter((row) => row !== undefined)
  }
}
