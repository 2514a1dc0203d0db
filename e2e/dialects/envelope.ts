/**
 * A service that wraps everything in `{data, meta}`: lists are paged by cursors, errors are problems of RFC 9457, an
 * amount is an object with its currency, choices are capitalized, positions are pairs.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { fieldsOf, isObject, sentFile, textOf, type Asked, type Given } from './plumbing.ts'
import { edgeBy, graphIn, nodeRest, sizeIn } from './read-graph.ts'
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
  position: one.place === null ? null : [one.place.x, one.place.y],
  size: one.size,
  parent: one.inside,
  tool: one.tool,
  config: one.setup,
  disabled: one.off,
  notes: one.remark,
})

const edge = (one: EdgeFact) => ({ id: one.key, from: one.from, to: one.to, source_handle: one.port, label: one.says })

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
  created: time(flow.made),
  updated: time(flow.changed),
})

const graph = (flow: FlowFact) => ({ nodes: flow.nodes.map(node), edges: flow.edges.map(edge) })

function readNode(one: Record<string, unknown>): NodeFact {
  const [x, y]: unknown[] = Array.isArray(one['position']) ? one['position'] : []
  const { size } = one
  return {
    key: String(one['id']),
    kind: String(one['type']),
    title: String(one['name']),
    place: x === undefined || y === undefined ? null : { x: Number(x), y: Number(y) },
    size: sizeIn(size),
    inside: textOf(one['parent']) ?? null,
    ...nodeRest(one),
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
    ...graphIn(data, readNode, readEdge),
  }
}

/** The cursor contains the position after the last row. Only flows have a total. */
function list(asked: Asked, noun: Noun, rows: unknown[]): Given {
  const size = Math.max(1, Math.min(maxPageSize, Number(asked.query.get('limit') ?? pageSize) || pageSize))
  const cursor = asked.query.get('cursor')
  const from = cursor === null ? 0 : Number(Buffer.from(cursor, 'base64url').toString('utf8').replace('after:', ''))
  if (!Number.isInteger(from)) return problem(400, 'This cursor is not one of ours.', {})
  const end = from + size
  const next = end < rows.length ? Buffer.from(`after:${end}`).toString('base64url') : null
  const total = noun === 'flow' ? { total: rows.length } : {}
  return { status: 200, body: { data: rows.slice(from, end), meta: { next_cursor: next, ...total } } }
}

const titles: Record<number, string> = { 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found', 405: 'No' }

function problem(status: number, detail: string, errors: Record<string, string>): Given {
  const places = Object.entries(errors).map(([field, words]) => ({ pointer: `#/${field}`, detail: words }))
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: {
      type: 'about:blank',
      title: titles[status] ?? 'Error',
      status,
      detail,
      ...(places.length === 0 ? {} : { errors: places }),
    },
  }
}

const holds = (text: string, asked: Asked, parameter: string): boolean =>
  text.toLowerCase().includes((asked.query.get(parameter) ?? '').toLowerCase())
/** Search: each word must occur in one of the fields. */
const hasWords = (text: string, asked: Asked): boolean =>
  (asked.query.get('q') ?? '').split(' ').every((one) => text.toLowerCase().includes(one.toLowerCase()))
const isAsked = (value: string, asked: Asked, parameter: string): boolean => {
  const wanted = asked.query.get(parameter)?.toLowerCase() ?? ''
  return wanted === '' || wanted.split(',').includes(value)
}

function named(store: Store, kind: 'flows' | 'channels', key: number | null): unknown {
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
  ownToolField: null,
  fields: { name: 'name', about: 'description', group: 'category', setup: 'config', slug: 'key' },
  moved: {},
  keyOf: (id) => Number(/^flow-(\d+)$/.exec(id)?.[1]),
  matches: {
    flow: (asked, flow) => holds(flow.name, asked, 'search') && isAsked(flow.state, asked, 'status'),
    tool: (asked, tool) => isAsked(tool.group, asked, 'category'),
    talk: (asked, talk) =>
      hasWords(`${talk.subject} ${talk.person.name}`, asked) && isAsked(talk.state, asked, 'status'),
    run: (asked, run) => isAsked(run.state, asked, 'status'),
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
    created: time(tool.made),
    updated: time(tool.changed),
  }),
  channel: (channel, store) => ({
    id: idOf('channel', channel.key),
    type: word(channel.kind),
    name: channel.name,
    identifier: channel.address,
    status: word(channel.state),
    status_reason: channel.why,
    flow: named(store, 'flows', channel.flow),
    pending_count: channel.waiting,
    last_event_at: time(channel.lastAt),
    created: time(channel.made),
  }),
  talk: (talk, store) => ({
    id: idOf('conversation', talk.key),
    number: talk.number,
    subject: talk.subject,
    status: word(talk.state),
    priority: word(talk.urgency),
    channel: named(store, 'channels', talk.channel),
    contact: {
      id: idOf('contact', talk.person.key),
      name: talk.person.name,
      email: talk.person.mail,
      phone: talk.person.phone,
      company: talk.person.firm,
    },
    assignee: talk.agent === null ? null : { id: idOf('user', talk.agent.key), name: talk.agent.name },
    labels: talk.labels,
    last_message: {
      at: time(talk.last.at),
      direction: word(talk.last.way),
      author: word(talk.last.by),
      text: talk.last.text,
    },
    unread_count: talk.unread,
    message_count: talk.count,
    flow: named(store, 'flows', talk.flow),
    total_cost: amount(talk.cost),
    created: time(talk.made),
    updated: time(talk.changed),
  }),
  run: (run, store) => ({
    id: idOf('run', run.key),
    flow: named(store, 'flows', run.flow),
    status: word(run.state),
    trigger: word(run.trigger),
    started_at: time(run.start),
    finished_at: time(run.end),
    cost: amount(run.cost),
    channel: named(store, 'channels', run.channel),
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
        updated: time(balance.changed),
      },
    },
  }),
  list,
  single: (_noun, object, written) => ({ status: written === 'made' ? 201 : 200, body: { data: object, meta: {} } }),
  removed: { status: 204 },
  refuse: (status, errors) =>
    typeof errors === 'string' ? problem(status, errors, {}) : problem(status, 'Some fields are wrong.', errors),
}
