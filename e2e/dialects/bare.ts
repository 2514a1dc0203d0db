/**
 * A small self-written service: lists are complete bare arrays, ids are integers, times are seconds since 1970, names
 * are camelCase, amounts are JSON numbers without a currency, there are no filters, and one list has moved.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { sentFile, textOf } from './plumbing.ts'
import { edgeBy, graphOf, commonNodeFields } from './read-graph.ts'
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
  ...(one.position === null ? {} : { x: one.position.x, y: String(one.position.y) }),
  ...(one.size === null ? {} : { width: one.size.width, height: one.size.height }),
  parentId: one.inside,
  tool: one.tool,
  config: one.setup,
  disabled: one.off,
  notes: one.notes,
})

const edge = (one: EdgeFact) => ({
  id: one.key,
  source: one.from,
  target: one.to,
  sourceHandle: one.port,
  label: one.label,
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
  createdAt: time(flow.createdAt),
  updatedAt: time(flow.updatedAt),
})

const graph = (flow: FlowFact) => ({ nodes: flow.nodes.map(node), edges: flow.edges.map(edge) })

const readNode = (one: Record<string, unknown>): NodeFact => ({
  key: String(one['id']),
  kind: String(one['type']),
  title: String(one['label']),
  position: one['x'] === undefined ? null : { x: Number(one['x']), y: Number(one['y']) },
  size: one['width'] === undefined ? null : { width: Number(one['width']), height: Number(one['height']) },
  inside: textOf(one['parentId']) ?? null,
  ...commonNodeFields(one),
})

const readEdge = edgeBy({ id: 'id', from: 'source', to: 'target', port: 'sourceHandle' })

function imported(body: string) {
  const file = sentFile(body)
  if (file['flowFile'] !== 3) return null
  return {
    name: textOf(file['name']) ?? '',
    about: textOf(file['description']) ?? '',
    ...graphOf(file, readNode, readEdge),
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
  requiredToolField: null,
  fields: { name: 'name', about: 'description', group: 'category', setup: 'config', slug: 'key' },
  redirects: { channel: 'channel/all' },
  keyOf: Number,
  matches: { flow: () => true, tool: () => true, conversation: () => true, run: () => true },
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
    createdAt: time(tool.createdAt),
    updatedAt: time(tool.updatedAt),
  }),
  channel: (channel, store) => ({
    id: channel.key,
    type: channel.kind,
    name: channel.name,
    identifier: channel.address,
    status: word(channel.state),
    statusReason: channel.reason,
    flow: flowOf(store, channel.flow),
    pendingCount: channel.waiting,
    lastEventAt: time(channel.lastAt),
    createdAt: time(channel.createdAt),
  }),
  conversation: (conversation, store) => ({
    id: conversation.key,
    number: conversation.number,
    subject: conversation.subject,
    status: conversation.state,
    priority: conversation.urgency,
    channel: channelOf(store, conversation.channel),
    contact: {
      id: conversation.person.key,
      name: conversation.person.name,
      email: conversation.person.mail,
      phone: conversation.person.phone,
      company: conversation.person.firm,
    },
    assignee: conversation.agent === null ? null : { id: conversation.agent.key, name: conversation.agent.name },
    labels: conversation.labels,
    lastMessage: {
      at: time(conversation.last.at),
      direction: conversation.last.direction,
      author: conversation.last.by,
      text: conversation.last.text,
    },
    unreadCount: conversation.unread,
    messageCount: conversation.count,
    flow: flowOf(store, conversation.flow),
    totalCost: amount(conversation.cost),
    createdAt: time(conversation.createdAt),
    updatedAt: time(conversation.updatedAt),
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
      updatedAt: time(balance.updatedAt),
    },
  }),
  list: (_asked, _noun, rows) => ({ status: 200, body: rows }),
  single: (_noun, object) => ({ status: 200, body: object }),
  removed: { status: 200, body: { ok: true } },
  errorResponse: (status, errors) => ({
    status,
    body: {
      error: typeof errors === 'string' ? { message: errors } : { message: 'Some fields are wrong.', fields: errors },
    },
  }),
}
