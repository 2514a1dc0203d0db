/**
 * A service in the JSON form of protocol buffers: resource names instead of ids, constants prefixed with their type,
 * amounts as whole units and billionths, counts as texts, durations in seconds; all of it in `data` and `meta`.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { cut, readOnly, secondsOf } from './read-only.ts'
import type { Asked, Given } from './plumbing.ts'
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
  position: one.place,
  size: one.size,
  parent: one.inside,
  tool: one.tool,
  config: one.setup,
  disabled: one.off,
  notes: one.remark,
})

const edge = (one: EdgeFact) => ({
  id: one.key,
  source: { node: one.from, port: one.port },
  target: { node: one.to },
  label: one.says,
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
  createTime: time(flow.made),
  updateTime: time(flow.changed),
})

function list(asked: Asked, _noun: Noun, all: unknown[]): Given {
  const from = Number((asked.query.get('page_token') ?? 't0').slice(1))
  const { rows, end, isMore } = cut(all, from, pageSize)
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
    createTime: stamp(tool.made),
    updateTime: stamp(tool.changed),
  }),
  channel: (channel) => ({
    name: nameOf('channels', channel.key),
    type: word('CHANNEL_TYPE', channel.kind),
    displayName: channel.name,
    identifier: channel.address,
    state: word('CONNECTION_STATE', channel.state),
    statusReason: channel.why,
    flow: nameOf('flows', channel.flow),
    pendingCount: String(channel.waiting),
    lastEventTime: time(channel.lastAt),
    createTime: stamp(channel.made),
  }),
  talk: (talk) => ({
    name: nameOf('conversations', talk.key),
    number: String(talk.number),
    subject: talk.subject,
    state: word('CONVERSATION_STATE', talk.state),
    priority: word('PRIORITY', talk.urgency),
    channel: nameOf('channels', talk.channel),
    contact: {
      name: nameOf('contacts', talk.person.key),
      displayName: talk.person.name,
      email: talk.person.mail,
      phone: talk.person.phone,
      company: talk.person.firm,
    },
    assignee: talk.agent === null ? null : { name: nameOf('users', talk.agent.key), displayName: talk.agent.name },
    labels: talk.labels,
    lastMessage: {
      sentAt: time(talk.last.at),
      direction: word('DIRECTION', talk.last.way),
      author: word('AUTHOR_TYPE', talk.last.by),
      text: talk.last.text,
    },
    unreadCount: String(talk.unread),
    messageCount: String(talk.count),
    flow: nameOf('flows', talk.flow),
    totalCost: money(talk.cost),
    createTime: time(talk.made),
    updateTime: time(talk.changed),
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
        updateTime: time(balance.changed),
      },
      meta: {},
    },
  }),
  list,
  single: (_noun, object) => ({ status: 200, body: { data: object, meta: {} } }),
}
