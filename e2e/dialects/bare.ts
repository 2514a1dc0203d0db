/**
 * A small self-written service: lists are complete bare arrays, ids are integers, times are seconds since 1970, names
 * are camelCase, amounts are JSON numbers without a currency, there are no filters, and one list has moved.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { sentFile, textOf } from './plumbing.ts'
import { edgeBy, graphIn, nodeRest } from './read-graph.ts'
import type { Store } from './store.ts'
import type { Stub } from './stub.ts'

const time = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 1000))
const amount = (micros: number): number => micros / 1_000_000
/** "timed_out" → "timedOut" */
const word = (text: string): string => text.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())

const node = (one: NodeFact) => ({
  id: one.key,
  type: one.kind,
  label: one.title,
  // Both coordinates beside the other fields, one of them as text.
  ...(one.place === null ? {} : { x: one.place.x, y: String(one.place.y) }),
  ...(one.size === null ? {} : { width: one.size.width, height: one.size.height }),
  parentId: one.inside,
  tool: one.tool,
  config: one.setup,
  disabled: one.off,
  notes: one.remark,
})

const edge = (one: EdgeFact) => ({
  id: one.key,
  source: one.from,
  target: one.to,
  sourceHandle: one.port,
  label: one.says,
})

const summary = (flow: FlowFact) => ({
  id: flow.key,
  name: flow.name,
  description: flow.about,
  status: word(flow.state),
  tags: flow.labels,
  nodeCount: flow.nodes.length,
  edgeCount: flow.edges.length,
  runCount: flow.runs,
  lastRunAt: time(flow.lastRun?.at ?? null),
  lastRunStatus: flow.lastRun === null ? null : word(flow.lastRun.state),
  costLast30Days: amount(flow.cost),
  createdAt: time(flow.made),
  updatedAt: time(flow.changed),
})

const graph = (flow: FlowFact) => ({ nodes: flow.nodes.map(node), edges: flow.edges.map(edge) })

const readNode = (one: Record<string, unknown>): NodeFact => ({
  key: String(one['id']),
  kind: String(one['type']),
  title: String(one['label']),
  place: one['x'] === undefined ? null : { x: Number(one['x']), y: Number(one['y']) },
  size: one['width'] === undefined ? null : { width: Number(one['width']), height: Number(one['height']) },
  inside: textOf(one['parentId']) ?? null,
  ...nodeRest(one),
})

const readEdge = edgeBy({ id: 'id', from: 'source', to: 'target', port: 'sourceHandle' })

function imported(body: string) {
  const file = sentFile(body)
  if (file['flowFile'] !== 3) return null
  return {
    name: textOf(file['name']) ?? '',
    about: textOf(file['description']) ?? '',
    ...graphIn(file, readNode, readEdge),
  }
}

/** Name of a flow, which this service repeats beside its id. */
const nameOf = (store: Store, key: number | null) => store.facts.flows.find((flow) => flow.key === key)?.name ?? null

function channelOf(store: Store, key: number | null) {
  const channel = store.facts.channels.find((one) => one.key === key)
  return channel === undefined ? null : { id: channel.key, name: channel.name, type: channel.kind }
}

const flowOf = (store: Store, key: number | null) => (key === null ? null : { id: key, name: nameOf(store, key) })

export const bare: Stub = {
  name: 'Bare arrays',
  signIn: { kind: 'none' },
  base: '',
  imports: true,
  currency: null,
  lacks: () => [],
  silent: {},
  maxRows: null,
  ownToolField: null,
  fields: { name: 'name', about: 'description', group: 'category', setup: 'config', slug: 'key' },
  moved: { channel: 'channel/all' },
  keyOf: Number,
  matches: { flow: () => true, tool: () => true, talk: () => true, run: () => true },
  summary,
  detail: (flow) => ({ ...summary(flow), ...graph(flow) }),
  exported: (flow) => ({
    status: 200,
    body: { flowFile: 3, name: flow.name, description: flow.about, ...graph(flow) },
  }),
  imported,
  tool: (tool) => ({
    id: tool.key,
    key: tool.slug,
    name: tool.name,
    description: tool.about,
    category: tool.group,
    enabled: tool.on,
    config: tool.setup,
    usedByCount: tool.users,
    createdAt: time(tool.made),
    updatedAt: time(tool.changed),
  }),
  channel: (channel, store) => ({
    id: channel.key,
    type: channel.kind,
    name: channel.name,
    identifier: channel.address,
    status: word(channel.state),
    statusReason: channel.why,
    flow: flowOf(store, channel.flow),
    pendingCount: channel.waiting,
    lastEventAt: time(channel.lastAt),
    createdAt: time(channel.made),
  }),
  talk: (talk, store) => ({
    id: talk.key,
    number: talk.number,
    subject: talk.subject,
    status: talk.state,
    priority: talk.urgency,
    channel: channelOf(store, talk.channel),
    contact: {
      id: talk.person.key,
      name: talk.person.name,
      email: talk.person.mail,
      phone: talk.person.phone,
      company: talk.person.firm,
    },
    assignee: talk.agent === null ? null : { id: talk.agent.key, name: talk.agent.name },
    labels: talk.labels,
    lastMessage: { at: time(talk.last.at), direction: talk.last.way, author: talk.last.by, text: talk.last.text },
    unreadCount: talk.unread,
    messageCount: talk.count,
    flow: flowOf(store, talk.flow),
    totalCost: amount(talk.cost),
    createdAt: time(talk.made),
    updatedAt: time(talk.changed),
  }),
  run: (run, store) => ({
    id: run.key,
    flow: flowOf(store, run.flow),
    status: word(run.state),
    trigger: run.trigger,
    startedAt: time(run.start),
    finishedAt: time(run.end),
    durationMs: run.end === null ? null : run.end - run.start,
    cost: amount(run.cost),
    channel: channelOf(store, run.channel),
    error: run.fault === null ? null : { code: run.fault.code, message: run.fault.text, nodeId: run.fault.node },
  }),
  balance: ({ facts: { balance } }) => ({
    status: 200,
    body: {
      balance: amount(balance.amount),
      available: amount(balance.available),
      reserved: amount(balance.reserved),
      creditLimit: amount(balance.credit),
      status: balance.state,
      lowBalanceThreshold: amount(balance.low),
      spend: { today: amount(balance.today), monthToDate: amount(balance.month), last30Days: amount(balance.days30) },
      updatedAt: time(balance.changed),
    },
  }),
  list: (_asked, _noun, rows) => ({ status: 200, body: rows }),
  single: (_noun, object) => ({ status: 200, body: object }),
  removed: { status: 200, body: { ok: true } },
  refuse: (status, errors) => ({
    status,
    body: {
      error: typeof errors === 'string' ? { message: errors } : { message: 'Some fields are wrong.', fields: errors },
    },
  }),
}
