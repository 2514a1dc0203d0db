/**
 * Resolves the keys of a flow at run time: tools and secrets with their sealed values, channels, and the contact of a
 * conversation.
 */
import type { Json, JsonRecord } from '#lib/json/json.ts'
import type { Queryable } from './engine-db.ts'

export interface BoundTool {
  id: string
  key: string
  name: string
  description: string
  category: string
  enabled: boolean
  inputSchema: JsonRecord | null
  config: JsonRecord
  sealed: Buffer | null
}

/** The tool that a key of the flow is bound to; null if there is none. */
export async function readBoundTool(
  db: Queryable,
  account: string,
  flow: string,
  kind: 'tool' | 'secret',
  key: string,
): Promise<BoundTool | null> {
  const { rows } = await db.query<BoundTool>(
    `select t.id, t.key, t.name, t.description, t.category, t.enabled, t.input_schema as "inputSchema", t.config, t.secrets as sealed
     from flow_binding b join tool t on t.account_id = b.account_id and t.id = b.target_id
     where b.account_id = $1 and b.flow_id = $2 and b.kind = $3 and b.key = $4`,
    [account, flow, kind, key],
  )
  return rows[0] ?? null
}

/** A tool of the account by its own key, as tools refer to each other without bindings; null if there is none. */
export async function readToolByKey(db: Queryable, account: string, key: string): Promise<BoundTool | null> {
  const { rows } = await db.query<BoundTool>(
    `select id, key, name, description, category, enabled, input_schema as "inputSchema", config, secrets as sealed
     from tool where account_id = $1 and key = $2`,
    [account, key],
  )
  return rows[0] ?? null
}

/** Ids of the channels that the flow's channel keys are bound to, by key. */
export async function readBoundChannels(db: Queryable, account: string, flow: string): Promise<Map<string, string>> {
  const { rows } = await db.query<{ key: string; id: string }>(
    `select key, target_id as id from flow_binding
     where account_id = $1 and flow_id = $2 and kind = 'channel' and target_id is not null`,
    [account, flow],
  )
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** Id of the flow with this id, or with this name if it is unique; else null. */
export async function findFlow(db: Queryable, account: string, named: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    'select id from flow where account_id = $1 and (id = $2 or name = $2) order by id = $2 desc limit 2',
    [account, named],
  )
  const [first, second] = rows
  if (first && (!second || first.id === named)) return first.id
  return null
}

/** Conversation data for expressions; null if it was deleted. */
export async function readConversationData(
  db: Queryable,
  account: string,
  conversation: string,
): Promise<{ channel: string; answered_at: string | null; contact: JsonRecord } | null> {
  const { rows } = await db.query<{ channel: string | null; answered: Date | null; contact: JsonRecord }>(
    `select c.channel_name as channel,
       (select max(m.at) from message m where m.account_id = c.account_id and m.conversation_id = c.id and m.direction = 'out' and m.author <> 'flow') as answered,
       json_build_object('id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone,
       'company', p.company, 'tags', p.tags, 'fields', p.fields) as contact
     from conversation c join contact p on p.account_id = c.account_id and p.id = c.contact_id
     where c.account_id = $1 and c.id = $2`,
    [account, conversation],
  )
  const [row] = rows
  return row
    ? { channel: row.channel ?? '', answered_at: row.answered?.toISOString() ?? null, contact: row.contact }
    : null
}

/** Data needed to retry a run. */
export interface RunToRetry {
  status: string
  retriedAs: string | null
  isOver: boolean
  sample: boolean
  flowId: string
  flowVersion: number
  triggerNodeId: string | null
  isTest: boolean
  input: Json
  attempt: number
  conversation: { id: string; number: number } | null
  channel: { id: string; name: string; type: string } | null
}

export async function readRunToRetry(db: Queryable, account: string, run: string): Promise<RunToRetry | null> {
  const { rows } = await db.query<RunToRetry>(
    `select status, retried_as as "retriedAs", finished_at is not null as "isOver", sample, flow_id as "flowId", flow_version as "flowVersion", trigger_node_id as "triggerNodeId",
       is_test as "isTest", input, attempt,
       case when conversation_id is null then null else json_build_object('id', conversation_id, 'number', conversation_number) end as conversation,
       case when channel_id is null then null else json_build_object('id', channel_id, 'name', channel_name, 'type', channel_type) end as channel
     from run where account_id = $1 and id = $2`,
    [account, run],
  )
  return rows[0] ?? null
}
