/**
 * A service in the style of Django REST framework: integer ids under `pk`, pages by number with absolute URLs of an
 * internal host, Berlin time, amounts as decimal strings with as many digits as needed.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { fieldsOf, isObject, sentFile, textOf, type StubRequest, type StubResponse } from './plumbing.ts'
import { edgeBy, graphOf, commonNodeFields } from './read-graph.ts'
import type { Store } from './store.ts'
import type { Stub } from './stub.ts'

const currency = 'EUR'
const pageSize = 10
const maxPageSize = 50

/** "2024-03-05T10:15:30+02:00" */
const time = (ms: number | null): string | null =>
  ms === null ? null : `${new Date(ms + 7_200_000).toISOString().slice(0, 19)}+02:00`

/** Two to six decimals. */
function amount(micros: number): string {
  const digits = String(micros).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6).replace(/0{1,4}$/, '')}`
}

const node = (one: NodeFact) => ({
  id: one.key,
  type: one.kind,
  name: one.title,
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
  source: one.from,
  target: one.to,
  source_handle: one.port,
  label: one.label,
})

const summary = (flow: FlowFact) => ({
  pk: flow.key,
  name: flow.name,
  description: flow.about,
  status: flow.state,
  tags: flow.labels,
  node_count: flow.nodes.length,
  edge_count: flow.edges.length,
  run_count: flow.runs,
  last_run_at: time(flow.lastRun?.at ?? null),
  last_run_status: flow.lastRun?.state ?? null,
  cost_last_30_days: amount(flow.cost),
  currency,
  created_at: time(flow.createdAt),
  updated_at: time(flow.updatedAt),
})

const graph = (flow: FlowFact) => ({ nodes: flow.nodes.map(node), edges: flow.edges.map(edge) })

function referenceOf(store: Store, kind: 'flows' | 'channels', key: number | null): unknown {
  const found = store.facts[kind].find((one) => one.key === key)
  if (found === undefined) return null
  return { pk: found.key, name: found.name, ...('kind' in found ? { type: found.kind } : {}) }
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

const readNode = (one: Record<string, unknown>): NodeFact => ({
  key: String(one['id']),
  kind: String(one['type']),
  title: String(one['name']),
  position: isObject(one['position']) ? { x: numberOf(one['position']['x']), y: numberOf(one['position']['y']) } : null,
  size: isObject(one['size'])
    ? { width: numberOf(one['size']['width']), height: numberOf(one['size']['height']) }
    : null,
  inside: textOf(one['parent']) ?? null,
  ...commonNodeFields(one),
})

const readEdge = edgeBy({ id: 'id', from: 'source', to: 'target', port: 'source_handle' })

/** Accepts files with the app name, which its exports contain; refuses all others. */
function imported(body: string) {
  const file = sentFile(body)
  if (file['app'] !== 'flows') return null
  return {
    name: textOf(fieldsOf(body)['name']) ?? textOf(file['name']) ?? '',
    about: textOf(file['description']) ?? '',
    ...graphOf(file, readNode, readEdge),
  }
}

const compare = (a: unknown, b: unknown) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : (textOf(a) ?? '').localeCompare(textOf(b) ?? '')

/** Sorts by a field of its rows, such as "-updated_at"; ignores unknown fields. */
function ordered(request: StubRequest, rows: readonly unknown[]): unknown[] {
  const order = request.query.get('ordering') ?? ''
  const field = order.replace(/^-/, '')
  const objects = rows.filter(isObject)
  if (field === '' || !objects.every((row) => field in row)) return objects
  const up = objects.toSorted((a, b) => compare(a[field], b[field]))
  return order.startsWith('-') ? up.toReversed() : up
}

/** Pages by number; a missing page is answered with 404. */
function list(request: StubRequest, _noun: string, rows: unknown[]): StubResponse {
  const size = Math.min(maxPageSize, Number(request.query.get('page_size') ?? pageSize) || pageSize)
  const page = Number(request.query.get('page') ?? 1)
  const pages = Math.max(1, Math.ceil(rows.length / size))
  if (!Number.isInteger(page) || page < 1 || page > pages) return { status: 404, body: { detail: 'Invalid page.' } }
  const at = (number: number) => {
    const query = new URLSearchParams(request.query)
    query.set('page', String(number))
    return `http://django.internal.example:8000/api/v1/${request.path.join('/')}/?${query}`
  }
  return {
    status: 200,
    body: {
      count: rows.length,
      next: page < pages ? at(page + 1) : null,
      previous: page > 1 ? at(page - 1) : null,
      results: ordered(request, rows).slice((page - 1) * size, page * size),
    },
  }
}

const contains = (text: string, request: StubRequest): boolean =>
  text.toLowerCase().includes((request.query.get('search') ?? '').toLowerCase())
const matchesParameter = (value: string, request: StubRequest, parameter: string): boolean => {
  const wanted = request.query.get(parameter) ?? ''
  return wanted === '' || wanted.split(',').includes(value)
}

export const drf: Stub = {
  name: 'Django REST',
  signIn: { kind: 'token', value: '9f3c2b1a77' },
  base: '/api/v1',
  imports: true,
  currency,
  lacks: () => [],
  silent: {},
  maxRows: null,
  requiredToolField: 'cost_centre',
  fields: { name: 'name', about: 'description', group: 'category', setup: 'config', slug: 'key' },
  redirects: {},
  keyOf: Number,
  matches: {
    flow: (request, flow) => contains(flow.name, request) && matchesParameter(flow.state, request, 'status'),
    tool: (request, tool) => contains(tool.name, request) && matchesParameter(tool.group, request, 'category'),
    conversation: (request, conversation) =>
      contains(conversation.subject, request) && matchesParameter(conversation.state, request, 'status'),
    run: (request, run) =>
      matchesParameter(run.state, request, 'status') && matchesParameter(String(run.flow), request, 'flow'),
  },
  summary,
  detail: (flow) => ({ ...summary(flow), ...graph(flow) }),
  exported: (flow) => ({
    status: 200,
    headers: { 'content-disposition': `attachment; filename="flow-${flow.key}.json"` },
    body: { app: 'flows', name: flow.name, description: flow.about, ...graph(flow) },
  }),
  imported,
  tool: (tool) => ({
    pk: tool.key,
    key: tool.slug,
    name: tool.name,
    description: tool.about,
    category: tool.group,
    enabled: tool.on,
    config: tool.setup,
    used_by_count: tool.users,
    created_at: time(tool.createdAt),
    updated_at: time(tool.updatedAt),
  }),
  channel: (channel, store) => ({
    pk: channel.key,
    type: channel.kind,
    name: channel.name,
    identifier: channel.address,
    status: channel.state,
    status_reason: channel.reason,
    flow: referenceOf(store, 'flows', channel.flow),
    pending_count: channel.waiting,
    last_event_at: time(channel.lastAt),
    created_at: time(channel.createdAt),
  }),
  conversation: (conversation, store) => ({
    pk: conversation.key,
    number: conversation.number,
    subject: conversation.subject,
    status: conversation.state,
    priority: conversation.urgency,
    channel: referenceOf(store, 'channels', conversation.channel),
    contact: {
      pk: conversation.person.key,
      name: conversation.person.name,
      email: conversation.person.mail,
      phone: conversation.person.phone,
      company: conversation.person.firm,
    },
    assignee: conversation.agent === null ? null : { pk: conversation.agent.key, name: conversation.agent.name },
    labels: conversation.labels,
    last_message: {
      at: time(conversation.last.at),
      direction: conversation.last.direction,
      author: conversation.last.by,
      text: conversation.last.text,
    },
    unread_count: conversation.unread,
    message_count: conversation.count,
    flow: referenceOf(store, 'flows', conversation.flow),
    total_cost: amount(conversation.cost),
    currency,
    created_at: time(conversation.createdAt),
    updated_at: time(conversation.updatedAt),
  }),
  run: (run, store) => ({
    pk: run.key,
    flow: referenceOf(store, 'flows', run.flow),
    status: run.state,
    trigger: run.trigger,
    started_at: time(run.start),
    finished_at: time(run.end),
    duration_ms: run.end === null ? null : run.end - run.start,
    cost: amount(run.cost),
    currency,
    channel: referenceOf(store, 'channels', run.channel),
    error: run.fault === null ? null : { code: run.fault.code, message: run.fault.text, node_id: run.fault.node },
  }),
  balance: ({ facts: { balance } }) => ({
    status: 200,
    body: {
      balance: amount(balance.amount),
      currency,
      available: amount(balance.available),
      reserved: amount(balance.reserved),
      credit_limit: amount(balance.credit),
      status: balance.state,
      low_balance_threshold: amount(balance.low),
      spend: {
        today: amount(balance.today),
        month_to_date: amount(balance.month),
        last_30_days: amount(balance.days30),
      },
      updated_at: time(balance.updatedAt),
    },
  }),
  list,
  single: (_noun, object, written) => ({ status: written === 'made' ? 201 : 200, body: object }),
  removed: { status: 204 },
  errorResponse: (status, errors) => ({
    status,
    ...(status === 405 ? { headers: { allow: 'GET, HEAD, OPTIONS' } } : {}),
    body:
      typeof errors === 'string'
        ? { detail: errors }
        : Object.fromEntries(Object.entries(errors).map(([field, words]) => [field, [words]])),
  }),
}
