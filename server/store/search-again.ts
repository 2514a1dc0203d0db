/**
 * Conversations whose words were cut by older rules are read again, once, so that they are found by the rules of today. Words are only
 * added: a message that arrives meanwhile loses none of its own, and being stopped half-way does no harm.
 */
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Executor } from './scope.ts'
import { moreSearch } from './search-vector.ts'

/** Raised when the rules of lib/search-text.ts change. */
const rules = '2'
/** Name of the row of `installation` that says by which rules all conversations are kept. */
const rulesRow = 'search_rules'
/** Conversations of one statement: the embedded database does nothing else meanwhile. */
const atOnce = 100
/** Characters of the newest messages of a conversation: as many as one text may add. */
const newest = 100_000

/** Where there are no conversations yet, the first one is kept by the rules of today. */
export async function markSearchRules(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(
    `insert into installation (name, value) select $1, $2 where not exists (select 1 from conversation)
     on conflict (name) do update set value = excluded.value where installation.value <> excluded.value`,
    [rulesRow, rules],
  )
}

interface Told extends Record<string, unknown> {
  account: string
  id: string
  text: string
}

async function after(db: Executor, account: string, id: string): Promise<Told[]> {
  const said = sql`select left(string_agg(text, ' ' order by at desc), ${newest}) from message
    where message.account_id = c.account_id and message.conversation_id = c.id`
  const { rows } = await db.execute<Told>(sql`
    select c.account_id as account, c.id, concat_ws(' ', c.subject, p.name, p.email, p.company, (${said})) as text
    from conversation c join contact p on p.account_id = c.account_id and p.id = c.contact_id
    where (c.account_id, c.id) > (${account}, ${id}) order by c.account_id, c.id limit ${atOnce}`)
  return rows
}

/** Of all accounts. Nothing where it was done before. */
export async function searchAgain(db: Executor): Promise<void> {
  const { rows } = await db.execute<{ value: string }>(sql`select value from installation where name = ${rulesRow}`)
  if (rows[0]?.value === rules) return
  let last = { account: '', id: '' }
  for (;;) {
    const some = await after(db, last.account, last.id)
    for (const { account, id, text } of some)
      await db.execute(
        sql`update conversation set search = ${moreSearch(sql`search`, text)} where account_id = ${account} and id = ${id}`,
      )
    const end = some.at(-1)
    if (!end) break
    last = end
  }
  await db.execute(sql`insert into installation (name, value) values (${rulesRow}, ${rules})
    on conflict (name) do update set value = excluded.value`)
}
