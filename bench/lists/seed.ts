/**
 * Seeds the lists with rows that the database generates: a million in about a minute. The values are spread, and the
 * same on each database.
 */
import type pg from 'pg'
import { fillSearchTexts } from '#server/store/flows/flow-search.ts'

export interface Sizes {
  flows: number
  conversations: number
  runs: number
}

/** Rows per statement: the embedded database counts as dead after a minute without a response. */
const atOnce = 20_000

/** The latest time in the rows. */
export const newest = '2026-11-20T12:00:00Z'

/** Texts of conversations, in the languages of the tests; 'needle' is searched for and is in one of 5,000. */
const texts = [
  'where is my order',
  'uberweisung fehlt seit montag',
  'facture du mois dernier',
  'заказ еще не пришел',
  '請求 求書 書が がま まだ だ',
  'ไม ม่ ได ด้ รับ',
]

const at = (every: string, scale: string) =>
  `timestamptz '${newest}' - (i::float8 * ${scale} || ' seconds')::interval - ((i * 7919 % 997)::text || ' ${every}')::interval`

interface Table {
  name: string
  rows: number
  columns: string
  /** Over `i`, from 0. `$account` and `$person` are placeholders for ids. */
  values: string
}

const channels = 20
/** Flows with runs: most flows have none, as in practice. */
const running = 300

const listed = (values: readonly string[], by: string) =>
  `(array[${values.map((value) => `'${value}'`).join(', ')}])[1 + (${by}) % ${values.length}]`

const tablesOf = ({ flows, conversations, runs }: Sizes): Table[] => [
  {
    name: 'flow',
    rows: flows,
    columns:
      'account_id, id, name, description, status, tags, node_count, edge_count, run_count, last_run_at, last_run_status, created_by_id, created_by_name, validation_summary, created_at, updated_at',
    values: `'$account', 'flw_b' || lpad(i::text, 8, '0'),
      ${listed(['Refund', 'Greeting', 'Order status', 'Überweisung', 'Escalation', 'Lead'], 'i')} || ' ' || (i * 7919 % ${flows}),
      ${listed(['Answers what people ask', 'Moves rows from here to there', ''], 'i / 7')} || case when i % 5000 = 17 then ' needle' else '' end,
      ${listed(['draft', 'active', 'active', 'paused', 'archived'], 'i * 31 / 7')},
      case when i % 10 = 0 then array['vip', 'sales'] when i % 5000 = 3 then array['rare'] else array['support'] end,
      i * 13 % 200, i * 17 % 250, case when i < ${running} then i else 0 end, case when i % 3 = 0 then null else ${at('minutes', '40')} end,
      case when i % 3 = 0 then null else 'succeeded' end, '$person', 'Bench', jsonb_build_object('errors', 0, 'warnings', i % 3, 'steps', i * 13 % 200, 'foreign_steps', 0, 'faulty_steps', 0, 'flow_errors', 0, 'starts_elsewhere', false, 'product', null), ${at('hours', '60')}, ${at('minutes', '50')}`,
  },
  {
    name: 'channel',
    rows: channels,
    columns: 'account_id, id, type, name, status',
    values: `'$account', 'chn_b' || i, 'email', 'Channel ' || i, 'connected'`,
  },
  {
    name: 'contact',
    rows: Math.ceil(conversations / 2),
    columns: 'account_id, id, name, email, phone, company, tags',
    values: `'$account', 'con_b' || lpad(i::text, 8, '0'),
      ${listed(['Ada', 'Bob', 'Çelik', 'Müller', 'Nguyễn', 'Иван', '山田'], 'i')} || ' ' || (i * 7919 % ${conversations}),
      case when i % 10 = 0 then null else 'Person' || i || '@example.com' end,
      case when i % 4 = 0 then null else '+49 30 ' || i end, 'Company ' || (i % 500), array['tag' || (i % 50)]`,
  },
  {
    name: 'conversation',
    rows: conversations,
    columns:
      'account_id, id, number, subject, status, priority, channel_id, channel_name, channel_type, contact_id, assignee_id, assignee_name, team, labels, last_message_at, last_message, unread_count, message_count, flow_id, flow_name, handled_by, total_cost, waiting_since, snoozed_until, custom_fields, search, created_at, updated_at',
    values: `'$account', 'cnv_b' || lpad(i::text, 8, '0'), i + 1, 'Subject ' || i,
      ${listed(['resolved', 'resolved', 'resolved', 'open', 'pending', 'snoozed'], 'i * 31 / 7')}, i * 13 / 5 % 5,
      'chn_b' || (i % ${channels}), 'Channel ' || (i % ${channels}), 'email', 'con_b' || lpad((i / 2)::text, 8, '0'),
      case when i % 4 = 0 then '$person' when i % 4 = 1 then null else 'usr_' || (i % 23) end,
      case when i % 4 = 1 then null else 'Somebody' end, ${listed(['Sales', 'Support'], 'i / 3')},
      case when i % 10 = 0 then array['vip', 'late'] when i % 5000 = 3 then array['rare'] when i % 2 = 0 then array[]::text[] else array['late'] end,
      case when i % 50 = 7 then null else ${at('minutes', '60')} end,
      case when i % 50 = 7 then null else jsonb_build_object('at', '${newest.replace('Z', '.000Z')}', 'direction', 'in', 'author', 'contact', 'text', 'Hello') end,
      case when i % 20 = 0 then 3 else 0 end, i % 40,
      case when i % 7 = 0 then null else 'flw_b' || lpad((i % ${running})::text, 8, '0') end, case when i % 7 = 0 then null else 'Flow' end,
      ${listed(['flow', 'person'], 'i / 5')}, (i * 7919 % 100003) * 100, case when i % 8 = 0 then ${at('hours', '61')} end,
      null::timestamptz, jsonb_build_object('tier', ${listed(['gold', 'silver'], 'i / 9')}),
      array_to_tsvector(string_to_array(${listed(texts, 'i / 11')} || ' w' || (i % 1000) || ' n' || i || case when i % 5000 = 23 then ' needle' else '' end, ' ')),
      ${at('hours', '62')}, ${at('minutes', '63')}`,
  },
  {
    name: 'run',
    rows: runs,
    columns:
      'account_id, id, flow_id, flow_name, flow_version, status, trigger, is_test, started_at, finished_at, duration_ms, cost, cost_breakdown, conversation_id, conversation_number, channel_id, channel_name, channel_type, error_code, error_message',
    values: `'$account', 'run_b' || lpad(i::text, 9, '0'), 'flw_b' || lpad((i * 7 % ${running})::text, 8, '0'), 'Flow ' || (i * 7 % ${running}), 1,
      case when i % 20 = 3 then 'failed' when i % 100 = 4 then 'timed_out' when i % 1000 = 5 then 'cancelled' else 'succeeded' end,
      ${listed(['webhook', 'schedule', 'message', 'manual'], `i * 7 % ${running}`)}, i % 50 = 1, ${at('seconds', '60')}, ${at('seconds', '60')},
      i * 7919 % 60001, (i * 104729 % 1000003) / 10, '[]'::jsonb,
      case when i % 3 = 0 then 'cnv_b' || lpad((i / 3 % ${conversations})::text, 8, '0') end, case when i % 3 = 0 then i / 3 % ${conversations} + 1 end,
      case when i * 7 % ${running} % 3 = 0 then 'chn_b' || (i * 7 % ${running} % ${channels}) end, case when i * 7 % ${running} % 3 = 0 then 'Channel' end,
      case when i * 7 % ${running} % 3 = 0 then 'email' end,
      case when i % 20 = 3 then ${listed(['http_500', 'timeout', 'invalid_input'], 'i / 20')} when i % 100 = 4 then 'timeout' end,
      case when i % 20 = 3 then 'The service did not answer' end`,
  },
]

const days = `insert into run_day (account_id, day, flow_id, channel_id, status, trigger, is_test, sample, runs, cost, duration_ms)
  select account_id, (started_at at time zone 'UTC')::date, flow_id, coalesce(channel_id, ''), status, trigger, is_test, sample,
    count(*), sum(cost), sum(duration_ms) from run group by 1, 2, 3, 4, 5, 6, 7, 8`

/** Drops indexes before the insert and recreates them afterwards, which takes a third of the time. */
export async function withoutIndexes(pool: pg.Pool, table: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = $1::regclass and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
    [table],
  )
  for (const { name } of rows) await pool.query(`drop index ${name}`)
  await work()
  for (const { made } of rows) await pool.query(made)
}

/** Fills the lists of an account; `print` reports progress. */
export async function seedLists(
  pool: pg.Pool,
  owner: { account: string; person: string },
  sizes: Sizes,
  print: (what: string) => void,
): Promise<void> {
  for (const { name, rows, columns, values } of tablesOf(sizes)) {
    const startedAt = performance.now()
    const of = values.replaceAll('$account', owner.account).replaceAll('$person', owner.person)
    await withoutIndexes(pool, name, async () => {
      for (let from = 0; from < rows; from += atOnce)
        await pool.query(
          `insert into ${name} (${columns}) select ${of} from generate_series(${from}::bigint, ${Math.min(rows, from + atOnce) - 1}::bigint) as i`,
        )
      if (name === 'flow') await fillSearchTexts(pool)
    })
    await pool.query(`vacuum analyze ${name}`)
    print(`${rows} × ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  }
  await pool.query(days)
  await pool.query('vacuum analyze run_day')
}
