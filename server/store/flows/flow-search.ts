/**
 * Search text of flows: name, description, tags and tool keys as one column, so that one trigram index
 * (db/trigram-indexes.ts) serves a search. Every write of one of these must update `flow.search_text` in the same
 * transaction.
 */
import { sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { flow, flowBinding, isLiveBinding } from '#server/store/tables/flow.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** Searchable fields of a flow; missing ones are taken from the row. */
interface Searched {
  name?: string | undefined
  description?: string | undefined
  tags?: readonly string[] | undefined
  /** Tool keys of its nodes. */
  toolKeys?: readonly string[]
}

const words = (list: readonly string[]): SQL => sql`${sql.param([...list])}::text[]`

const keysOfRow = sql`(select key from ${flowBinding} where ${flowBinding.accountId} = ${flow.accountId} and ${flowBinding.flowId} = ${flow.id} and ${flowBinding.kind} = 'tool' and ${isLiveBinding})`

/**
 * One field per line, so that no search word, which contains no white space, matches across two of them. Tags are
 * separated by commas.
 */
export function searchTextOf({ name, description, tags, toolKeys }: Searched): SQL<string> {
  const parts = [
    sql`${name ?? flow.name}::text`,
    sql`${description ?? flow.description}::text`,
    sql`array_to_string(${tags === undefined ? flow.tags : words(tags)}, ',')`,
  ]
  const keys = toolKeys === undefined ? keysOfRow : sql`unnest(${words(toolKeys)})`
  return sql<string>`concat_ws(E'\n', ${sql.join(parts, sql`, `)}, (select string_agg(bound.key, E'\n' order by bound.key collate "C") from ${keys} as bound(key)))`
}

/** Rows per statement: the embedded database counts as lost if a statement takes longer than a minute. */
const batchSize = 10_000

const fill = `update flow set search_text = ${new PgDialect().sqlToQuery(searchTextOf({})).sql}
  where (account_id, id) in (
    select account_id, id from flow where search_text = '' and ($1::text is null or account_id = $1) limit ${batchSize})`

/** Fills in missing search texts of flows, in bulk. `account` null = all accounts. */
export async function fillSearchTexts(client: Client, account: string | null = null): Promise<void> {
  for (;;) if (((await client.query(fill, [account])).rowCount ?? 0) < batchSize) return
}
