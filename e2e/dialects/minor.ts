/**
 * A service over a document database: `_id` in hexadecimal, milliseconds since 1970, whole cents and micros with the
 * unit in the name, nodes and edges under their ids, `{items, total}` with an offset.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { isObject, sentFile, textOf, type Asked, type Given } from './plumbing.ts'
import { edgeBy, graphIn, nodeRest, pointIn, sizeIn } from './read-graph.ts'
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
  ...(one.place === null ? {} : { position: { x: String(one.place.x), y: String(one.place.y) } }),
  size: one.size,
  parent: one.inside,
  tool: one.tool,
  config: one.setup,
  disabled: one.off,
  notes: one.remark,
})

const edge = (one: EdgeFact) => ({ from: one.from, to: one.to, fromHandle: one.port, label: one.says })

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
  createdAt: flow.made,
  updatedAt: flow.changed,
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
    place: pointIn(position),
    size: sizeIn(size),
    inside: textOf(one['parent']) ?? null,
    ...nodeRest(one),
  }
}

const readEdge = edgeBy({ id: 'key', from: 'from', to: 'to', port: 'fromHandle' })

function imported(body: string) {
  const file = sentFile(body)
  if (file['schema'] !== 'flow/5' || !isObject(file['nodes'])) return null
  return {
    name: textOf(file['name']) ?? '',
    about: textOf(file['description']) ?? '',
    ...graphIn(file, readNode, readEdge),
  }
}

/** Pages by offset, with a page size of at most `pageSize`. */
function list(asked: Asked, _noun: Noun, rows: unknown[]): Given {
  const from = Number(asked.query.get('offset') ?? 0) || 0
  const size = Math.min(pageSize, Number(asked.query.get('limit') ?? pageSize) || pageSize)
  return { status: 200, body: { items: rows.slice(from, from + size), total: rows.length, offset: from, limit: size } }
}

function named(store: Store, kind: 'flows' | 'channels', key: number | null): unknown {
  const found = store.facts[kind].find((one) => one.key === key)
  if (found === undefined) return null
  const _id = idOf(kind, found.key)
  return 'kind' in found ? { _id, name: found.name, type: found.kind } : { _id, name: found.name }
}

/** Filters accept a single value: several match nothing. */
const isAsked = (value: string, asked: Asked, parameter: string): boolean =>
  [null, '', value].includes(asked.query.get(parameter))

export const minor: Stub = {
  name: 'Minor units',
  signIn: { kind: 'none' },
  base: '/rest',
  imports: true,
  currency,
  lacks: () => [],
  silent: { run: ['duration'] },
  maxRows: null,
  ownToolField: null,
  fields: { name: 'name', about: 'description', group: 'category', setup: 'config', slug: 'key' },
  moved: {},
  keyOf: (id) => (id.startsWith('65f066') ? Number.parseInt(id.slice(6), 16) : Number.NaN),
  matches: {
    flow: (asked, flow) => flow.name.toLowerCase().includes((asked.query.get('search') ?? '').toLowerCase()),
    tool: (asked, tool) => isAsked(tool.group, asked, 'category'),
    talk: (asked, talk) => isAsked(talk.state, asked, 'status'),
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
    createdAt: tool.made,
    updatedAt: tool.changed,
  }),
  channel: (channel, store) => ({
    _id: idOf('c', channel.key),
    type: channel.kind,
    name: channel.name,
    identifier: channel.address,
    status: word(channel.state),
    statusReason: channel.why,
    flow: named(store, 'flows', channel.flow),
    pendingCount: channel.waiting,
    lastEventAt: channel.lastAt,
    createdAt: channel.made,
  }),
  talk: (talk, store) => ({
    _id: idOf('v', talk.key),
    number: talk.number,
    subject: talk.subject,
    status: word(talk.state),
    priority: talk.urgency,
    channel: named(store, 'channels', talk.channel),
    contact: {
      _id: idOf('p', talk.person.key),
      name: talk.person.name,
      email: talk.person.mail,
      phone: talk.person.phone,
      company: talk.person.firm,
    },
    assignee: talk.agent === null ? null : { _id: idOf('u', talk.agent.key), name: talk.agent.name },
    labels: talk.labels,
    lastMessage: { at: talk.last.at, direction: talk.last.way, author: talk.last.by, text: talk.last.text },
    unreadCount: talk.unread,
    messageCount: talk.count,
    flow: named(store, 'flows', talk.flow),
    totalCostMicros: talk.cost,
    currency,
    createdAt: talk.made,
    updatedAt: talk.changed,
  }),
  run: (run, store) => ({
    _id: idOf('r', run.key),
    flow: named(store, 'flows', run.flow),
    status: word(run.state),
    trigger: run.trigger,
    startedAt: run.start,
    finishedAt: run.end,
    cost_micros: run.cost,
    currency,
    channel: named(store, 'channels', run.channel),
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
      updatedAt: balance.changed,
    },
  }),
  list,
  single: (_noun, object, written) => ({ status: written === 'made' ? 201 : 200, body: object }),
  removed: { status: 204 },
  refuse: (status, errors) => ({
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
