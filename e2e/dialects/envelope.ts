/**
 * A service that wraps everything in `{data, meta}`: lists are paged by cursors, errors are problems of RFC 9457, an
 * amount is an object with its currency, choices are capitalized, positions are pairs.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { fieldsOf, isObject, sentFile, textOf, type StubRequest, type StubResponse } from './plumbing.ts'
import { edgeBy, graphOf, commonNodeFields, sizeOf } from './read-graph.ts'
import type { Store } from './store.ts'
import type { Noun, Stub } from './stub.ts'

const currency = 'EUR'
const pageSize = 20
const maxPageSize = 30
const idOf = (noun: string, key: number) => `${noun}-${key}`

/** "2024-03-05T08:15:30.000000+00:00" */
const time = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString().replace(/Z$/, '000+00:00')

function amount(micros: number) {
  const digits = String(micros).padStart(7, '0')
  return { amount: `${digits.slice(0, -6)}.${digits.slice(-6)}`, currency }
}

/** "timed_out" → "Timed_out" */
const word = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const node = (one: NodeFact) => ({
  id: one.key,
  type: one.kind,
  name: one.title,
  position: one.position === null ? null : [one.position.x, one.position.y],
  size: one.size,
  parent: one.inside,
  tool: one.tool,
  config: one.setup,
  disabled: one.off,
  notes: one.notes,
})

const edge = (one: EdgeFact) => ({ id: one.key, from: one.from, to: one.to, source_handle: one.port, label: one.label })

const summary = (flow: FlowFact) => ({
  id: idOf('flow', flow.key),
  name: flow.name,
  description: flow.about,
  status: word(flow.state),
  tags: flow.labels,
  node_count: flow.nodes.length,
  edge_count: flow.edges.length,
  run_count: flow.runs,
  last_run_at: time(flow.lastRun?.at ?? null),
  last_run_status: flow.lastRun === null ? null : word(flow.lastRun.state),
  cost_last_30_days: amount(flow.cost),
  created: time(flow.createdAt),
  updated: time(flow.updatedAt),
})

const graph = (flow: FlowFact) => ({ nodes: flow.nodes.map(node), edges: flow.edges.map(edge) })

function readNode(one: Record<string, unknown>): NodeFact {
  const [x, y]: unknown[] = Array.isArray(one['position']) ? one['position'] : []
  const { size } = one
  return {
    key: String(one['id']),
    kind: String(one['type']),
    title: String(one['name']),
    position: x === undefined || y === undefined ? null : { x: Number(x), y: Number(y) },
    size: sizeOf(size),
    inside: textOf(one['parent']) ?? null,
    ...commonNodeFields(one),
  }
}

const readEdge = edgeBy({ id: 'id', from: 'from', to: 'to', port: 'source_handle' })

/** The envelope also wraps the file. */
function imported(body: string) {
  const { data, meta } = sentFile(body)
  if (!isObject(data) || !isObject(meta) || meta['export'] !== 'v2') return null
  return {
    name: textOf(fieldsOf(body)['name']) ?? textOf(data['name']) ?? '',
    about: textOf(data['description']) ?? '',
    ...graphOf(data, readNode, readEdge),
  }
}

/** The cursor contains the position after the last row. Only flows have a total. */
function list(request: StubRequest, noun: Noun, rows: unknown[]): StubResponse {
  const size = Math.max(1, Math.min(maxPageSize, Number(request.query.get('limit') ?? pageSize) || pageSize))
  const cursor = request.query.get('cursor')
  const from = cursor === null ? 0 : Number(Buffer.from(cursor, 'base64url').toString('utf8').replace('after:', ''))
  if (!Number.isInteger(from)) return problem(400, 'This cursor is not one of ours.', {})
  const end = from + size
  const next = end < rows.length ? Buffer.from(`after:${end}`).toString('base64url') : null
  const total = noun === 'flow' ? { total: rows.length } : {}
  return { status: 200, body: { data: rows.slice(from, end), meta: { next_cursor: next, ...total } } }
}

const titles: Record<number, string> = { 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found', 405: 'No' }

function problem(status: number, detail: string, errors: Record<string, string>): StubResponse {
  const fieldErrors = Object.entries(errors).map(([field, words]) => ({ pointer: `#/${field}`, detail: words }))
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: {
      type: 'about:blank',
      title: titles[status] ?? 'Error',
      status,
      detail,
      ...(fieldErrors.length === 0 ? {} : { errors: fieldErrors }),
    },
  }
}

const contains = (text: string, request: StubRequest, parameter: string): boolean =>
  text.toLowerCase().includes((request.query.get(parameter) ?? '').toLowerCase())
/** Search: each word must occur in one of the fields. */
const matchesSearch = (text: string, request: StubRequest): boolean =>
  (request.query.get('q') ?? '').split(' ').every((one) => text.toLowerCase().includes(one.toLowerCase()))
const matchesParameter = (value: string, request: StubRequest, parameter: string): boolean => {
  const wanted = request.query.get(parameter)?.toLowerCase() ?? ''
  return wanted === '' || wanted.split(',').includes(value)
}

function referenceOf(store: Store, kind: 'flows' | 'channels', key: number | null): unknown {
  const found = store.facts[kind].find((one) => one.key === key)
  if (found === undefined) return null
  const id = idOf(kind.slice(0, -1), found.key)
  return 'kind' in found ? { id, name: found.name, type: word(found.kind) } : { id, name: found.name }
}

export const envelope: Stub = {
  name: 'Data and meta',
  signIn: { kind: 'bearer', value: 'eyJhbGciOi.envelope' },
  base: '/public/v2',
  imports: true,
  currency,
  lacks: () => [],
  silent: { run: ['duration'] },
  maxRows: null,
  requiredToolField: null,
  fields: { name: 'name', about: 'description', group: 'category', setup: 'config', slug: 'key' },
  redirects: {},
  keyOf: (id) => Number(/^flow-(\d+)$/.exec(id)?.[1]),
  matches: {
    flow: (request, flow) => contains(flow.name, request, 'search') && matchesParameter(flow.state, request, 'status'),
    tool: (request, tool) => matchesParameter(tool.group, request, 'category'),
    conversation: (request, conversation) =>
      matchesSearch(`${conversation.subject} ${conversation.person.name}`, request) &&
      matchesParameter(conversation.state, request, 'status'),
    run: (request, run) => matchesParameter(run.state, request, 'status'),
  },
  summary,
  detail: (flow) => ({ ...summary(flow), ...graph(flow) }),
  exported: (flow) => ({
    status: 200,
    body: { data: { name: flow.name, description: flow.about, ...graph(flow) }, meta: { export: 'v2' } },
  }),
  imported,
  tool: (tool) => ({
    id: idOf('tool', tool.key),
    key: tool.slug,
    name: tool.name,
    description: tool.about,
    category: word(tool.group),
    enabled: tool.on,
    config: tool.setup,
    used_by_count: tool.users,
    created: time(tool.createdAt),
    updated: time(tool.updatedAt),
  }),
  channel: (channel, store) => ({
    id: idOf('channel', channel.key),
    type: word(channel.kind),
    name: channel.name,
    identifier: channel.address,
    status: word(channel.state),
    status_reason: channel.reason,
    flow: referenceOf(store, 'flows', channel.flow),
    pending_count: channel.waiting,
    last_event_at: time(channel.lastAt),
    created: time(channel.createdAt),
  }),
  conversation: (conversation, store) => ({
    id: idOf('conversation', conversation.key),
    number: conversation.number,
    subject: conversation.subject,
    status: word(conversation.state),
    priority: word(conversation.urgency),
    channel: referenceOf(store, 'channels', conversation.channel),
    contact: {
      id: idOf('contact', conversation.person.key),
      name: conversation.person.name,
      email: conversation.person.mail,
      phone: conversation.person.phone,
      company: conversation.person.firm,
    },
    assignee:
      conversation.agent === null ? null : { id: idOf('user', conversation.agent.key), name: conversation.agent.name },
    labels: conversation.labels,
    last_message: {
      at: time(conversation.last.at),
      direction: word(conversation.last.direction),
      author: word(conversation.last.by),
      text: conversation.last.text,
    },
    unread_count: conversation.unread,
    message_count: conversation.count,
    flow: referenceOf(store, 'flows', conversation.flow),
    total_cost: amount(conversation.cost),
    created: time(conversation.createdAt),
    updated: time(conversation.updatedAt),
  }),
  run: (run, store) => ({
    id: idOf('run', run.key),
    flow: referenceOf(store, 'flows', run.flow),
    status: word(run.state),
    trigger: word(run.trigger),
    started_at: time(run.start),
    finished_at: time(run.end),
    cost: amount(run.cost),
    channel: referenceOf(store, 'channels', run.channel),
    error: run.fault === null ? null : { code: run.fault.code, message: run.fault.text, node_id: run.fault.node },
  }),
  balance: ({ facts: { balance } }) => ({
    status: 200,
    body: {
      data: {
        balance: amount(balance.amount),
        available: amount(balance.available),
        reserved: amount(balance.reserved),
        credit_limit: amount(balance.credit),
        status: word(balance.state),
        low_balance_threshold: amount(balance.low),
        spend: {
          today: amount(balance.today),
          month_to_date: amount(balance.month),
          last_30_days: amount(balance.days30),
        },
        updated: time(balance.updatedAt),
      },
    },
  }),
  list,
  single: (_noun, object, written) => ({ status: written === 'made' ? 201 : 200, body: { data: object, meta: {} } }),
  removed: { status: 204 },
  errorResponse: (status, errors) =>
    typeof errors === 'string' ? problem(status, errors, {}) : problem(status, 'Some fields are wrong.', errors),
}
