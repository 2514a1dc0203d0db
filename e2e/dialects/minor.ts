/**
 * A service over a document database: `_id` in hexadecimal, milliseconds since 1970, whole cents and micros with the
 * unit in the name, nodes and edges under their ids, `{items, total}` with an offset.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { isObject, sentFile, textOf, type StubRequest, type StubResponse } from './plumbing.ts'
import { edgeBy, graphOf, commonNodeFields, positionOf, sizeOf } from './read-graph.ts'
import type { Store } from './store.ts'
import type { Noun, Stub } from './stub.ts'

const currency = 'EUR'
const pageSize = 20

/** 24 hexadecimal digits, as in such databases. */
const idOf = (kind: string, key: number) =>
  `65f0${kind.codePointAt(0)?.toString(16)}${key.toString(16).padStart(18, '0')}`
const cents = (micros: number): number => Math.round(micros / 10_000)
/** "timed_out" → "timed-out" */
const word = (text: string): string => text.replaceAll('_', '-')

const node = (one: NodeFact) => ({
  type: one.kind,
  name: one.title,
  ...(one.position === null ? {} : { position: { x: String(one.position.x), y: String(one.position.y) } }),
  size: one.size,
  parent: one.inside,
  tool: one.tool,
  config: one.setup,
  disabled: one.off,
  notes: one.notes,
})

const edge = (one: EdgeFact) => ({ from: one.from, to: one.to, fromHandle: one.port, label: one.label })

const summary = (flow: FlowFact) => ({
  _id: idOf('f', flow.key),
  name: flow.name,
  description: flow.about,
  status: word(flow.state),
  tags: flow.labels,
  nodeCount: flow.nodes.length,
  edgeCount: flow.edges.length,
  runCount: flow.runs,
  lastRunAt: flow.lastRun?.at ?? null,
  lastRunStatus: flow.lastRun === null ? null : word(flow.lastRun.state),
  costLast30DaysMicros: flow.cost,
  currency,
  createdAt: flow.createdAt,
  updatedAt: flow.updatedAt,
})

const graph = (flow: FlowFact) => ({
  nodes: Object.fromEntries(flow.nodes.map((one) => [one.key, node(one)])),
  edges: Object.fromEntries(flow.edges.map((one) => [one.key, edge(one)])),
})

function readNode(one: Record<string, unknown>): NodeFact {
  const { position, size } = one
  return {
    key: String(one['key']),
    kind: String(one['type']),
    title: String(one['name']),
    position: positionOf(position),
    size: sizeOf(size),
    inside: textOf(one['parent']) ?? null,
    ...commonNodeFields(one),
  }
}

const readEdge = edgeBy({ id: 'key', from: 'from', to: 'to', port: 'fromHandle' })

function imported(body: string) {
  const file = sentFile(body)
  if (file['schema'] !== 'flow/5' || !isObject(file['nodes'])) return null
  return {
    name: textOf(file['name']) ?? '',
    about: textOf(file['description']) ?? '',
    ...graphOf(file, readNode, readEdge),
  }
}

/** Pages by offset, with a page size of at most `pageSize`. */
function list(request: StubRequest, _noun: Noun, rows: unknown[]): StubResponse {
  const from = Number(request.query.get('offset') ?? 0) || 0
  const size = Math.min(pageSize, Number(request.query.get('limit') ?? pageSize) || pageSize)
  return { status: 200, body: { items: rows.slice(from, from + size), total: rows.length, offset: from, limit: size } }
}

function referenceOf(store: Store, kind: 'flows' | 'channels', key: number | null): unknown {
  const found = store.facts[kind].find((one) => one.key === key)
  if (found === undefined) return null
  const _id = idOf(kind, found.key)
  return 'kind' in found ? { _id, name: found.name, type: found.kind } : { _id, name: found.name }
}

/** Filters accept a single value: several match nothing. */
const matchesParameter = (value: string, request: StubRequest, parameter: string): boolean =>
  [null, '', value].includes(request.query.get(parameter))

export const minor: Stub = {
  name: 'Minor units',
  signIn: { kind: 'none' },
  base: '/rest',
  imports: true,
  currency,
  lacks: () => [],
  silent: { run: ['duration'] },
  maxRows: null,
  requiredToolField: null,
  fields: { name: 'name', about: 'description', group: 'category', setup: 'config', slug: 'key' },
  redirects: {},
  keyOf: (id) => (id.startsWith('65f066') ? Number.parseInt(id.slice(6), 16) : Number.NaN),
  matches: {
    flow: (request, flow) => flow.name.toLowerCase().includes((request.query.get('search') ?? '').toLowerCase()),
    tool: (request, tool) => matchesParameter(tool.group, request, 'category'),
    conversation: (request, conversation) => matchesParameter(conversation.state, request, 'status'),
    run: () => true,
  },
  summary,
  detail: (flow) => ({ ...summary(flow), ...graph(flow) }),
  exported: (flow) => ({
    status: 200,
    headers: { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename=flow.json' },
    body: JSON.stringify({ schema: 'flow/5', name: flow.name, description: flow.about, ...graph(flow) }),
  }),
  imported,
  tool: (tool) => ({
    _id: idOf('t', tool.key),
    key: tool.slug,
    name: tool.name,
    description: tool.about,
    category: tool.group,
    enabled: tool.on,
    config: tool.setup,
    usedByCount: tool.users,
    createdAt: tool.createdAt,
    updatedAt: tool.updatedAt,
  }),
  channel: (channel, store) => ({
    _id: idOf('c', channel.key),
    type: channel.kind,
    name: channel.name,
    identifier: channel.address,
    status: word(channel.state),
    statusReason: channel.reason,
    flow: referenceOf(store, 'flows', channel.flow),
    pendingCount: channel.waiting,
    lastEventAt: channel.lastAt,
    createdAt: channel.createdAt,
  }),
  conversation: (conversation, store) => ({
    _id: idOf('v', conversation.key),
    number: conversation.number,
    subject: conversation.subject,
    status: word(conversation.state),
    priority: conversation.urgency,
    channel: referenceOf(store, 'channels', conversation.channel),
    contact: {
      _id: idOf('p', conversation.person.key),
      name: conversation.person.name,
      email: conversation.person.mail,
      phone: conversation.person.phone,
      company: conversation.person.firm,
    },
    assignee:
      conversation.agent === null ? null : { _id: idOf('u', conversation.agent.key), name: conversation.agent.name },
    labels: conversation.labels,
    lastMessage: {
      at: conversation.last.at,
      direction: conversation.last.direction,
      author: conversation.last.by,
      text: conversation.last.text,
    },
    unreadCount: conversation.unread,
    messageCount: conversation.count,
    flow: referenceOf(store, 'flows', conversation.flow),
    totalCostMicros: conversation.cost,
    currency,
    createdAt: conversation.createdAt,
    updatedAt: conversation.updatedAt,
  }),
  run: (run, store) => ({
    _id: idOf('r', run.key),
    flow: referenceOf(store, 'flows', run.flow),
    status: word(run.state),
    trigger: run.trigger,
    startedAt: run.start,
    finishedAt: run.end,
    cost_micros: run.cost,
    currency,
    channel: referenceOf(store, 'channels', run.channel),
    error: run.fault === null ? null : { code: run.fault.code, message: run.fault.text, nodeId: run.fault.node },
  }),
  balance: ({ facts: { balance } }) => ({
    status: 200,
    body: {
      amount_minor: cents(balance.amount),
      currency,
      available_cents: cents(balance.available),
      reserved_cents: cents(balance.reserved),
      credit_limit_cents: cents(balance.credit),
      status: balance.state,
      low_balance_threshold_cents: cents(balance.low),
      spend: {
        today_cents: cents(balance.today),
        month_to_date_cents: cents(balance.month),
        last_30_days_cents: cents(balance.days30),
      },
      updatedAt: balance.updatedAt,
    },
  }),
  list,
  single: (_noun, object, written) => ({ status: written === 'made' ? 201 : 200, body: object }),
  removed: { status: 204 },
  errorResponse: (status, errors) => ({
    status,
    body: {
      type: status === 400 ? 'validation_error' : 'client_error',
      errors:
        typeof errors === 'string'
          ? [{ code: 'error', detail: errors, attr: null }]
          : Object.entries(errors).map(([attr, detail]) => ({ code: 'invalid', detail, attr })),
    },
  }),
}
