/** Channels for display: the list, worst status first, and single channels. */
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { Channel, ChannelDetail, type channelOrderings, channelStatuses, ChannelStatus } from '#contract/channel.ts'
import { channelTypes } from '#contract/values/channel-type.ts'
import { ChannelType } from '#contract/values/channel-type-schema.ts'
import { FlowStatus } from '#contract/flow.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { commaChoices } from '#server/store/query/comma-list.ts'
import { readPage, sortKeys, type PagePart } from '#server/store/query/page-sql.ts'
import { channel } from '#server/store/tables/channel.ts'
import { flow } from '#server/store/tables/flow.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { matches, searchWords } from '#server/store/query/search.ts'

/** Statuses, most urgent first. */
const worstFirst: readonly ChannelStatus[] = [
  'error',
  'reauth_required',
  'disconnected',
  'paused',
  'connecting',
  'connected',
]

const statusOrder = sql`array_position(${sql.raw(`array['${worstFirst.join("','")}']`)}, ${channel.status})::int8`

const flowName = (scope: Scope): SQL<string | null> => {
  const now = scope.select(flow, { name: flow.name }, eq(flow.id, channel.flowId))
  return sql<string | null>`coalesce(${now}, ${channel.flowName})`
}

const fieldsOf = (scope: Scope) => ({
  id: channel.id,
  type: channel.type,
  name: channel.name,
  identifier: channel.identifier,
  provider: channel.provider,
  status: channel.status,
  statusReason: channel.statusReason,
  flowId: channel.flowId,
  flowName: flowName(scope),
  quality: channel.quality,
  pendingCount: channel.pendingCount,
  lastEventAt: channel.lastEventAt,
  lastError: channel.lastError,
  createdAt: channel.createdAt,
  sample: channel.sample,
})

const base = (scope: Scope, condition: SQL | undefined, part: PagePart) =>
  scope.select(channel, { ...fieldsOf(scope), ...part.fields }, condition).orderBy(...part.order)

type Row = Awaited<ReturnType<typeof base>>[number]

const { quality: Quality, last_error: LastError } = Channel.shape
const { config: Config } = ChannelDetail.shape

const toChannel = (row: Omit<Row, keyof PagePart['fields']>): Channel => ({
  id: row.id,
  type: ChannelType.parse(row.type),
  name: row.name,
  identifier: row.identifier,
  provider: row.provider,
  status: ChannelStatus.parse(row.status),
  status_reason: row.statusReason,
  flow: row.flowId === null ? null : { id: row.flowId, name: row.flowName ?? '' },
  quality: Quality.parse(row.quality),
  pending_count: row.pendingCount,
  last_event_at: row.lastEventAt?.toISOString() ?? null,
  last_error: LastError.parse(row.lastError),
  created_at: row.createdAt.toISOString(),
  sample: row.sample,
})

const orderings = {
  name: { expression: sql`lower(${channel.name})`, type: 'text', nullable: false },
  type: { expression: sql`${channel.type}`, type: 'text', nullable: false },
  status: { expression: statusOrder, type: 'int8', nullable: false },
  pending_count: { expression: sql`${channel.pendingCount}`, type: 'int8', nullable: false },
  last_event_at: { expression: sql`${channel.lastEventAt}`, type: 'timestamptz', nullable: true },
  created_at: { expression: sql`${channel.createdAt}`, type: 'timestamptz', nullable: false },
} as const satisfies Record<(typeof channelOrderings)[number], unknown>

export interface ChannelListQuery extends PageQuery {
  type?: string | undefined
  status?: string | undefined
  search?: string | undefined
}

/** A page of channels; by default the worst status first. 400 for an unknown type or status. */
export function listChannels(scope: Scope, query: ChannelListQuery): Promise<Page<Channel>> {
  const types = commaChoices('type', query.type, channelTypes)
  const statuses = commaChoices('status', query.status, channelStatuses)
  const where = and(
    types ? inArray(channel.type, types) : undefined,
    statuses ? inArray(channel.status, statuses) : undefined,
    searchWords(query.search, (pattern) => [
      matches(sql`${channel.name}`, pattern),
      matches(sql`coalesce(${channel.identifier}, '')`, pattern),
      matches(sql`coalesce(${channel.provider}, '')`, pattern),
    ]),
  )
  const keys = sortKeys(orderings, query.ordering, 'status,name')
  const read = (part: PagePart) => base(scope, and(where, part.condition), part)
  const name = `channel ${query.ordering ?? ''}`
  return readPage({
    scope,
    table: channel,
    where,
    name,
    keys,
    id: sql`${channel.id}`,
    query,
    read,
    toResult: toChannel,
  })
}

/** A channel for display; the handler adds address and credentials. `sealed` must never be in a response. */
export interface FoundChannel {
  detail: Omit<ChannelDetail, 'credentials' | 'address' | 'old_secret_expires_at'>
  token: string | null
  sealed: Buffer | null
}

/** Null if the channel does not exist in this account. */
export async function readChannel(scope: Scope, id: string): Promise<FoundChannel | null> {
  const flowStatus = sql<string | null>`${scope.select(flow, { status: flow.status }, eq(flow.id, channel.flowId))}`
  const own = { config: channel.config, version: channel.version, token: channel.token, sealed: channel.secrets }
  const more = { ...own, flowStatus }
  const [row] = await scope.select(channel, { ...fieldsOf(scope), ...more }, eq(channel.id, id))
  if (!row) return null
  const { config, version, token, sealed } = row
  const starts = FlowStatus.safeParse(row.flowStatus)
  const detail = { ...toChannel(row), config: Config.parse(config), version }
  return { detail: starts.success ? { ...detail, flow_status: starts.data } : detail, token, sealed }
}
