/**
 * What flows are searched in: the name, the description, the tags and the keys of tools as one text beside each flow, so that one
 * index of parts (db/trigram-indexes.ts) answers a search. Whoever writes one of these writes `flow.search_text` in the same transaction.
 */
import { sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { flow, flowBinding } from '#server/store/tables/flow.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** What a flow is found by; what is left out is as the row has it. */
interface Searched {
  name?: string | undefined
  description?: string | undefined
  tags?: readonly string[] | undefined
  /** Keys of tools that its nodes name. */
  toolKeys?: readonly string[]
}

const words = (list: readonly string[]): SQL => sql`${sql.param([...list])}::text[]`

const keysOfRow = sql`(select key from ${flowBinding} where ${flowBinding.accountId} = ${flow.accountId} and ${flowBinding.flowId} = ${flow.id} and ${flowBinding.kind} = 'tool')`

/**
 * Each on a line of its own, so that no word, which has no blank in it, is found across two of them. A comma cannot be typed
 * into a search for one tag, but it may stand in one.
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

/** Rows of one statement: the embedded database is taken for dead after a minute of silence. */
const atOnce = 10_000

const fill = `update flow set search_text = ${new PgDialect().sqlToQuery(searchTextOf({})).sql}
  where (account_id, id) in (
    select account_id, id from flow where search_text = '' and ($1::text is null or account_id = $1) limit ${atOnce})`

/** Gives flows their text that were written without one, many at once. `account` null = of all accounts. */
export async function fillSearchTexts(client: Client, account: string | null = null): Promise<void> {
  for (;;) if (((await client.query(fill, [account])).rowCount ?? 0) < atOnce) return
}
