/**
 * A service in the JSON form of protocol buffers: resource names instead of ids, constants prefixed with their type,
 * amounts as whole units and billionths, counts as texts, durations in seconds; all of it in `data` and `meta`.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { pageOf, readOnly, secondsOf } from './read-only.ts'
import type { StubRequest, StubResponse } from './plumbing.ts'
import type { Noun, Stub } from './stub.ts'

const pageSize = 8

const nameOf = (collection: string, key: number | null): string | null =>
  key === null ? null : `projects/shop/${collection}/${key}`
/** "2024-03-05T08:15:30.000000000Z" */
const time = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString().replace('Z', '000000Z')
const stamp = (ms: number | null) => (ms === null ? null : { seconds: String(Math.floor(ms / 1000)), nanos: 0 })
const word = (type: string, text: string | null): string =>
  `${type}_${text === null ? 'UNSPECIFIED' : text.toUpperCase()}`

/** Billionths are never omitted. */
function money(micros: number) {
  const [units, nanos] = [Math.floor(micros / 1_000_000), (micros % 1_000_000) * 1000]
  return {
    currencyCode: 'EUR',
    units: String(units),
    ...(nanos === 0 ? {} : { nanos }),
  }
}

const node = (one: NodeFact) => ({
  id: one.key,
  type: one.kind,
  displayName: one.title,
  position: one.position,
  size: one.size,
  parent: one.inside,
  tool: one.tool,
  config: one.setup,
  disabled: one.off,
  notes: one.notes,
})

const edge = (one: EdgeFact) => ({
  id: one.key,
  source: { node: one.from, port: one.port },
  target: { node: one.to },
  label: one.label,
})

const summary = (flow: FlowFact) => ({
  name: nameOf('flows', flow.key),
  displayName: flow.name,
  description: flow.about,
  state: word('STATE', flow.state),
  tags: flow.labels,
  nodeCount: String(flow.nodes.length),
  edgeCount: String(flow.edges.length),
  runCount: String(flow.runs),
  lastRunTime: time(flow.lastRun?.at ?? null),
  lastRunStatus: word('RUN_STATE', flow.lastRun?.state ?? null),
  costLast30Days: money(flow.cost),
  createTime: time(flow.createdAt),
  updateTime: time(flow.updatedAt),
})

function list(asked: StubRequest, _noun: Noun, all: unknown[]): StubResponse {
  const from = Number((asked.query.get('page_token') ?? 't0').slice(1))
  const { rows, end, isMore } = pageOf(all, from, pageSize)
  return {
    status: 200,
    body: { data: rows, meta: { totalSize: all.length, nextPageToken: isMore ? `t${end}` : '' }, error: null },
  }
}

export const proto: Stub = {
  ...readOnly,
  name: 'Data and meta, resource names',
  base: '/v1',
  currency: 'EUR',
  silent: {},
  keyOf: Number,
  summary,
  detail: (flow) => ({ ...summary(flow), graph: { nodes: flow.nodes.map(node), edges: flow.edges.map(edge) } }),
  exported: (flow) => ({ status: 200, body: { name: flow.name } }),
  tool: (tool) => ({
    name: nameOf('tools', tool.key),
    slug: tool.slug,
    displayName: tool.name,
    description: tool.about,
    category: word('TOOL_CATEGORY', tool.group),
    enabled: tool.on,
    config: tool.setup,
    usedByCount: String(tool.users),
    createTime: stamp(tool.createdAt),
    updateTime: stamp(tool.updatedAt),
  }),
  channel: (channel) => ({
    name: nameOf('channels', channel.key),
    type: word('CHANNEL_TYPE', channel.kind),
    displayName: channel.name,
    identifier: channel.address,
    state: word('CONNECTION_STATE', channel.state),
    statusReason: channel.reason,
    flow: nameOf('flows', channel.flow),
    pendingCount: String(channel.waiting),
    lastEventTime: time(channel.lastAt),
    createTime: stamp(channel.createdAt),
  }),
  conversation: (conversation) => ({
    name: nameOf('conversations', conversation.key),
    number: String(conversation.number),
    subject: conversation.subject,
    state: word('CONVERSATION_STATE', conversation.state),
    priority: word('PRIORITY', conversation.urgency),
    channel: nameOf('channels', conversation.channel),
    contact: {
      name: nameOf('contacts', conversation.person.key),
      displayName: conversation.person.name,
      email: conversation.person.mail,
      phone: conversation.person.phone,
      company: conversation.person.firm,
    },
    assignee:
      conversation.agent === null
        ? null
        : { name: nameOf('users', conversation.agent.key), displayName: conversation.agent.name },
    labels: conversation.labels,
    lastMessage: {
      sentAt: time(conversation.last.at),
      direction: word('DIRECTION', conversation.last.direction),
      author: word('AUTHOR_TYPE', conversation.last.by),
      text: conversation.last.text,
    },
    unreadCount: String(conversation.unread),
    messageCount: String(conversation.count),
    flow: nameOf('flows', conversation.flow),
    totalCost: money(conversation.cost),
    createTime: time(conversation.createdAt),
    updateTime: time(conversation.updatedAt),
  }),
  run: (run) => ({
    name: nameOf('runs', run.key),
    flow: nameOf('flows', run.flow),
    state: word('RUN_STATE', run.state),
    trigger: word('TRIGGER', run.trigger),
    startTime: time(run.start),
    endTime: time(run.end),
    duration: `${secondsOf(run)}.000s`,
    cost: money(run.cost),
    channel: nameOf('channels', run.channel),
    error: run.fault === null ? null : { code: run.fault.code, message: run.fault.text, nodeId: run.fault.node },
  }),
  balance: ({ facts: { balance } }) => ({
    status: 200,
    body: {
      data: {
        balance: money(balance.amount),
        account: { available: money(balance.available), creditLimit: money(balance.credit) },
        reserved: money(balance.reserved),
        state: word('BALANCE_STATE', balance.state),
        lowBalanceThreshold: money(balance.low),
        spend: { today: money(balance.today), monthToDate: money(balance.month), last30Days: money(balance.days30) },
        updateTime: time(balance.updatedAt),
      },
      meta: {},
    },
  }),
  list,
  single: (_noun, object) => ({ status: 200, body: { data: object, meta: {} } }),
}
