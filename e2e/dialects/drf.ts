/**
 * A service in the style of Django REST framework: integer ids under `pk`, pages by number with absolute URLs of an
 * internal host, Berlin time, amounts as decimal strings with as many digits as needed.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { fieldsOf, isObject, sentFile, textOf, type Asked, type Given } from './plumbing.ts'
import { edgeBy, graphIn, nodeRest } from './read-graph.ts'
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
  source: one.from,
  target: one.to,
  source_handle: one.port,
  label: one.says,
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
  created_at: time(flow.made),
  updated_at: time(flow.changed),
})

const graph = (flow: FlowFact) => ({ nodes: flow.nodes.map(node), edges: flow.edges.map(edge) })

function named(store: Store, kind: 'flows' | 'channels', key: number | null): unknown {
  const found = store.facts[kind].find((one) => one.key === key)
  if (found === undefined) return null
  return { pk: found.key, name: found.name, ...('kind' in found ? { type: found.kind } : {}) }
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

const readNode = (one: Record<string, unknown>): NodeFact => ({
  key: String(one['id']),
  kind: String(one['type']),
  title: String(one['name']),
  place: isObject(one['position']) ? { x: numberOf(one['position']['x']), y: numberOf(one['position']['y']) } : null,
  size: isObject(one['size'])
    ? { width: numberOf(one['size']['width']), height: numberOf(one['size']['height']) }
    : null,
  inside: textOf(one['parent']) ?? null,
  ...nodeRest(one),
})

const readEdge = edgeBy({ id: 'id', from: 'source', to: 'target', port: 'source_handle' })

/** Accepts files with the app name, which its exports contain; refuses all others. */
function imported(body: string) {
  const file = sentFile(body)
  if (file['app'] !== 'flows') return null
  return {
    name: textOf(fieldsOf(body)['name']) ?? textOf(file['name']) ?? '',
    about: textOf(file['description']) ?? '',
    ...graphIn(file, readNode, readEdge),
  }
}

const compare = (a: unknown, b: unknown) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : (textOf(a) ?? '').localeCompare(textOf(b) ?? '')

/** Sorts by a field of its rows, such as "-updated_at"; ignores unknown fields. */
function ordered(asked: Asked, rows: readonly unknown[]): unknown[] {
  const order = asked.query.get('ordering') ?? ''
  const field = order.replace(/^-/, '')
  const objects = rows.filter(isObject)
  if (field === '' || !objects.every((row) => field in row)) return objects
  const up = objects.toSorted((a, b) => compare(a[field], b[field]))
  return order.startsWith('-') ? up.toReversed() : up
}

/** Pages by number; a missing page is answered with 404. */
function list(asked: Asked, _noun: string, rows: unknown[]): Given {
  const size = Math.min(maxPageSize, Number(asked.query.get('page_size') ?? pageSize) || pageSize)
  const page = Number(asked.query.get('page') ?? 1)
  const pages = Math.max(1, Math.ceil(rows.length / size))
  if (!Number.isInteger(page) || page < 1 || page > pages) return { status: 404, body: { detail: 'Invalid page.' } }
  const at = (number: number) => {
    const query = new URLSearchParams(asked.query)
    query.set('page', String(number))
    return `http://django.internal.example:8000/api/v1/${asked.path.join('/')}/?${query}`
  }
  return {
    status: 200,
    body: {
      count: rows.length,
      next: page < pages ? at(page + 1) : null,
      previous: page > 1 ? at(page - 1) : null,
      results: ordered(asked, rows).slice((page - 1) * size, page * size),
    },
  }
}

const holds = (text: string, asked: Asked): boolean =>
  text.toLowerCase().includes((asked.query.get('search') ?? '').toLowerCase())
const isAsked = (value: string, asked: Asked, parameter: string): boolean => {
  const wanted = asked.query.get(parameter) ?? ''
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
  ownToolField: 'cost_centre',
  fields: { name: 'name', about: 'description', group: 'category', setup: 'config', slug: 'key' },
  moved: {},
  keyOf: Number,
  matches: {
    flow: (asked, flow) => holds(flow.name, asked) && isAsked(flow.state, asked, 'status'),
    tool: (asked, tool) => holds(tool.name, asked) && isAsked(tool.group, asked, 'category'),
    talk: (asked, talk) => holds(talk.subject, asked) && isAsked(talk.state, asked, 'status'),
    run: (asked, run) => isAsked(run.state, asked, 'status') && isAsked(String(run.flow), asked, 'flow'),
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
    created_at: time(tool.made),
    updated_at: time(tool.changed),
  }),
  channel: (channel, store) => ({
    pk: channel.key,
    type: channel.kind,
    name: channel.name,
    identifier: channel.address,
    status: channel.state,
    status_reason: channel.why,
    flow: named(store, 'flows', channel.flow),
    pending_count: channel.waiting,
    last_event_at: time(channel.lastAt),
    created_at: time(channel.made),
  }),
  talk: (talk, store) => ({
    pk: talk.key,
    number: talk.number,
    subject: talk.subject,
    status: talk.state,
    priority: talk.urgency,
    channel: named(store, 'channels', talk.channel),
    contact: {
      pk: talk.person.key,
      name: talk.person.name,
      email: talk.person.mail,
      phone: talk.person.phone,
      company: talk.person.firm,
    },
    assignee: talk.agent === null ? null : { pk: talk.agent.key, name: talk.agent.name },
    labels: talk.labels,
    last_message: { at: time(talk.last.at), direction: talk.last.way, author: talk.last.by, text: talk.last.text },
    unread_count: talk.unread,
    message_count: talk.count,
    flow: named(store, 'flows', talk.flow),
    total_cost: amount(talk.cost),
    currency,
    created_at: time(talk.made),
    updated_at: time(talk.changed),
  }),
  run: (run, store) => ({
    pk: run.key,
    flow: named(store, 'flows', run.flow),
    status: run.state,
    trigger: run.trigger,
    started_at: time(run.start),
    finished_at: time(run.end),
    duration_ms: run.end === null ? null : run.end - run.start,
    cost: amount(run.cost),
    currency,
    channel: named(store, 'channels', run.channel),
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
      updated_at: time(balance.changed),
    },
  }),
  list,
  single: (_noun, object, written) => ({ status: written === 'made' ? 201 : 200, body: object }),
  removed: { status: 204 },
  refuse: (status, errors) => ({
    status,
    ...(status === 405 ? { headers: { allow: 'GET, HEAD, OPTIONS' } } : {}),
    body:
      typeof errors === 'string'
        ? { detail: errors }
        : Object.fromEntries(Object.entries(errors).map(([field, words]) => [field, [words]])),
  }),
}
