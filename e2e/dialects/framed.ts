/**
 * A service assembled from other vendors' formats, one for each list: cursors, Elasticsearch, OData, HAL, Spring. Ids
 * have 19 digits and are numbers, times micros and nanos since 1970, statuses enum constants.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { channelOf, pageOf, flowOf, readOnly, secondsOf } from './read-only.ts'
import { isObject, type StubRequest, type StubResponse } from './plumbing.ts'
import type { Store } from './store.ts'
import type { Noun, Stub } from './stub.ts'

const currency = 'EUR'
const pageSize = 7
const origin = 'https://gateway.example/api'

/** An integer too large for a JavaScript number: quoted with markers until it is sent. */
const exact = (digits: bigint | string): string => `#${digits}#`
const idOf = (key: number | null): string | null =>
  key === null ? null : exact(7_300_000_000_000_000_000n + BigInt(key))
const nanos = (ms: number | null): string | null => (ms === null ? null : exact(BigInt(ms) * 1_000_000n))
const micros = (ms: number | null): number | null => (ms === null ? null : ms * 1000)
/** FlowState.TIMED_OUT, as Python prints an enum member. */
const word = (type: string, text: string): string => `${type}.${text.toUpperCase()}`
/** "Timed out" */
const words = (text: string): string => (text.charAt(0).toUpperCase() + text.slice(1)).replaceAll('_', ' ')
const money = (amount: number) => ({ amount_micros: amount, currency: { code: currency } })

const jsonResponse = (body: unknown): StubResponse => ({
  status: 200,
  body: JSON.stringify(body).replaceAll(/"#(-?\d+)#"/g, '$1'),
})

const node = (one: NodeFact) => ({
  id: one.key,
  kind: one.kind,
  title: one.title,
  ui: one.position === null ? {} : { position: [one.position.x, one.position.y] },
  ...(one.size === null ? {} : one.size),
  parent_id: one.inside,
  tool_key: one.tool,
  settings: one.setup,
  enabled: !one.off,
  comment: one.notes,
})

const edge = (one: EdgeFact) => ({
  id: one.key,
  from_node: one.from,
  to_node: one.to,
  ...(one.port === null ? {} : { from_port: one.port }),
  condition: one.label,
})

const summary = (flow: FlowFact) => ({
  id: idOf(flow.key),
  name: flow.name,
  description: flow.about,
  status: word('FlowStatus', flow.state),
  tags: flow.labels.map((label) => ({ name: label })),
  counts: { nodes: flow.nodes.length, edges: flow.edges.length, runs: flow.runs },
  last_run:
    flow.lastRun === null
      ? null
      : { started_at: nanos(flow.lastRun.at), status: word('RunStatus', flow.lastRun.state) },
  cost_last_30_days_nanos: flow.cost * 1000,
  billing: { currency },
  created_at: nanos(flow.createdAt),
  updated_at: nanos(flow.updatedAt),
})

type Frame = (rows: unknown[], of: { all: number; from: number; next: number | null }) => unknown

const frames: Record<Noun, Frame> = {
  flow: (rows, { next }) => ({
    success: true,
    errors: [],
    messages: [],
    result: { nodes: rows },
    result_info: { cursors: { after: next === null ? '' : `at-${next}` }, count: rows.length },
  }),
  tool: (rows, { all, next }) => ({
    '@odata.context': `${origin}/$metadata#Tools`,
    '@odata.count': all,
    value: rows,
    ...(next === null ? {} : { '@odata.nextLink': `${origin}/tool/?$skip=${next}` }),
  }),
  channel: (rows, { all }) => ({
    _links: { self: { href: `${origin}/channel/` } },
    _embedded: { channels: rows },
    total: all,
    count: rows.length,
  }),
  conversation: (rows, { all }) => ({
    took: 3,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: {
      total: { value: all, relation: 'eq' },
      max_score: 1,
      hits: rows.map((one) => {
        const { id, ...source } = isObject(one) ? one : {}
        return { _index: 'conversations', _id: id, _score: 1, _source: source }
      }),
    },
  }),
  run: (rows, { all, from, next }) => ({
    content: rows,
    pageable: { sort: { sorted: false }, pageNumber: from / pageSize, pageSize },
    totalElements: all,
    totalPages: Math.ceil(all / pageSize),
    number: from / pageSize,
    size: pageSize,
    numberOfElements: rows.length,
    first: from === 0,
    last: next === null,
    empty: false,
  }),
}

function startOf({ query }: StubRequest, noun: Noun): number {
  if (noun === 'flow') return Number((query.get('after') ?? 'at-0').slice(3))
  if (noun === 'run') return Number(query.get('page') ?? 0) * pageSize
  return Number(query.get('$skip') ?? query.get('offset') ?? 0)
}

function list(asked: StubRequest, noun: Noun, all: unknown[]): StubResponse {
  const from = startOf(asked, noun)
  const size = noun === 'conversation' || noun === 'channel' ? 25 : pageSize
  const { rows, end, isMore } = pageOf(all, from, size)
  return jsonResponse(frames[noun](rows, { all: all.length, from, next: isMore ? end : null }))
}

const flowName = (store: Store, key: number | null): string | null => flowOf(store, key)?.name ?? null

const channelReference = (store: Store, key: number | null) => {
  const channel = channelOf(store, key)
  return channel === undefined
    ? null
    : { id: idOf(channel.key), name: channel.name, type: word('ChannelType', channel.kind) }
}

export const framed: Stub = {
  ...readOnly,
  name: 'Cursors and frames of others',
  base: '/api',
  currency,
  silent: {},
  keyOf: (id) => Number(BigInt(/^\d+$/.test(id) ? id : 0) - 7_300_000_000_000_000_000n),
  summary,
  detail: (flow) => ({ ...summary(flow), definition: { nodes: flow.nodes.map(node), edges: flow.edges.map(edge) } }),
  exported: (flow) => ({ status: 200, body: { name: flow.name } }),
  tool: (tool) => ({
    id: idOf(tool.key),
    key: tool.slug,
    name: tool.name,
    description: tool.about,
    category: word('ToolCategory', tool.group),
    is_active: tool.on ? 1 : 0,
    config: tool.setup,
    used_by_count: tool.users,
    created_at: micros(tool.createdAt),
    updated_at: micros(tool.updatedAt),
  }),
  channel: (channel, store) => ({
    _links: {
      self: { href: `${origin}/channel/${channel.key}` },
      ...(channel.flow === null
        ? {}
        : { flow: { href: `${origin}/flow/${channel.flow}`, title: flowName(store, channel.flow) } }),
    },
    type: word('ChannelType', channel.kind),
    name: channel.name,
    identifier: channel.address,
    connected: channel.state === 'connected',
    ...(channel.state === 'connected' ? {} : { status: words(channel.state) }),
    status_reason: channel.reason,
    pending_count: channel.waiting,
    last_event_at: micros(channel.lastAt),
    created_at: micros(channel.createdAt),
  }),
  conversation: (conversation, store) => ({
    id: idOf(conversation.key),
    number: conversation.number,
    subject: conversation.subject,
    status: words(conversation.state),
    priority: words(conversation.urgency),
    _embedded: {
      channel: channelReference(store, conversation.channel),
      contact: {
        id: idOf(conversation.person.key),
        name: conversation.person.name,
        email: conversation.person.mail,
        phone: conversation.person.phone,
        company: conversation.person.firm,
      },
    },
    assignee: conversation.agent === null ? null : { id: idOf(conversation.agent.key), name: conversation.agent.name },
    labels: conversation.labels.map((name) => ({ id: 1, name })),
    last_message: {
      at: nanos(conversation.last.at),
      direction: conversation.last.direction,
      author: conversation.last.by,
      text: conversation.last.text,
    },
    unread_count: conversation.unread,
    message_count: conversation.count,
    flow_id: idOf(conversation.flow),
    flow: flowName(store, conversation.flow),
    total_cost: money(conversation.cost),
    created_at: nanos(conversation.createdAt),
    updated_at: nanos(conversation.updatedAt),
  }),
  run: (run, store) => ({
    id: idOf(run.key),
    flow: idOf(run.flow),
    flow_name: flowName(store, run.flow),
    status: words(run.state),
    trigger: words(run.trigger),
    started_at: micros(run.start),
    finished_at: micros(run.end),
    duration_us: secondsOf(run) * 1_000_000,
    cost: money(run.cost),
    channel: channelReference(store, run.channel),
    error: run.fault === null ? null : { type: run.fault.code, detail: run.fault.text, node_id: run.fault.node },
  }),
  balance: ({ facts: { balance } }) =>
    jsonResponse({
      success: true,
      result: {
        wallet: {
          balance: money(balance.amount),
          available: money(balance.available),
          reserved: money(balance.reserved),
        },
        credit_limit: money(balance.credit),
        status: words(balance.state),
        low_balance_threshold: money(balance.low),
        spend: {
          today: money(balance.today),
          month_to_date: money(balance.month),
          last_30_days: money(balance.days30),
        },
        updated_at: nanos(balance.updatedAt),
      },
    }),
  list,
  single: (_noun, object) => jsonResponse({ success: true, errors: [], result: object }),
}
