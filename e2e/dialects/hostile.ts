/**
 * A service with every permitted HTTP misuse: HTML errors, failures with 200, wrong content types, missing or null
 * fields, ignored filters, search and page sizes, times without a zone, amounts alternately as texts and numbers.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { type StubRequest, type StubResponse } from './plumbing.ts'
import type { Noun, Stub } from './stub.ts'

const wrongType = { 'content-type': 'text/plain' }
/** Maximum rows of some lists, without a way to load more. */
const maxRows = 40

/** "2024-03-05T08:15:30": without a zone. */
const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString().slice(0, 19))

/** Alternately a number and a text. */
function amount(micros: number, isText: boolean): number | string {
  if (!isText) return micros / 1_000_000
  const digits = String(micros).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** Every third flow has no cost, every fourth no status, every fifth no time of its last change. */
function lacks(flow: FlowFact): (keyof FlowFact)[] {
  return [
    ...(flow.key % 3 === 0 ? (['cost'] as const) : []),
    ...(flow.key % 4 === 0 ? (['state'] as const) : []),
    ...(flow.key % 5 === 0 ? (['updatedAt'] as const) : []),
    ...(flow.key % 7 === 0 ? (['runs'] as const) : []),
  ]
}

const node = (one: NodeFact) => ({
  id: one.key,
  type: one.kind,
  name: one.title,
  position: one.position,
  size: one.size,
  parent: one.inside,
  ...(one.tool === null ? {} : { tool: one.tool }),
  config: Object.keys(one.setup).length === 0 ? null : one.setup,
  ...(one.off ? { disabled: true } : {}),
  notes: one.notes === '' ? null : one.notes,
})

/** Edges have no ids. */
const edge = (one: EdgeFact) => ({
  source: one.from,
  target: one.to,
  ...(one.port === null ? {} : { source_handle: one.port }),
  ...(one.label === null ? {} : { label: one.label }),
})

function summary(flow: FlowFact) {
  const lacking = new Set(lacks(flow))
  return {
    id: flow.key,
    name: flow.name,
    description: flow.about === '' ? null : flow.about,
    ...(lacking.has('state') ? {} : { status: flow.state }),
    tags: flow.labels.length === 0 ? null : flow.labels,
    ...(lacking.has('runs') ? { run_count: null } : { run_count: flow.runs }),
    node_count: flow.nodes.length,
    edge_count: flow.edges.length,
    last_run_at: time(flow.lastRun?.at ?? null),
    last_run_status: flow.lastRun?.state ?? null,
    ...(lacking.has('cost')
      ? { cost_last_30_days: null }
      : { cost_last_30_days: amount(flow.cost, flow.key % 2 === 0) }),
    created_at: time(flow.createdAt),
    ...(lacking.has('updatedAt') ? {} : { updated_at: time(flow.updatedAt) }),
  }
}

const graph = (flow: FlowFact) => ({ nodes: flow.nodes.map(node), edges: flow.edges.map(edge) })

const page = (title: string, words: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>${words}</p><hr>nginx</body></html>`

/** All flows, whatever the limit; of other lists only the first rows. */
function list(_asked: StubRequest, noun: Noun, rows: unknown[]): StubResponse {
  if (noun === 'flow') return { status: 200, headers: wrongType, body: JSON.stringify({ results: rows, next: null }) }
  if (noun === 'tool') return { status: 200, body: { error: null, tools: rows } }
  return { status: 200, body: { data: rows.slice(0, maxRows), success: true, message: null } }
}

export const hostile: Stub = {
  name: 'Hostile',
  signIn: { kind: 'header', name: 'X-Flow-Secret', value: 'h0st1le' },
  base: '/cgi-bin/api',
  imports: false,
  currency: null,
  lacks,
  silent: {
    tool: ['about', 'users', 'updatedAt', 'on'],
    channel: ['address', 'flow', 'waiting', 'createdAt'],
    conversation: [
      'urgency',
      'channel',
      'phone',
      'firm',
      'agent',
      'labels',
      'direction',
      'by',
      'unread',
      'count',
      'flow',
      'createdAt',
    ],
    run: ['duration', 'channel', 'fault'],
    balance: ['available', 'reserved', 'credit', 'state', 'low', 'today', 'month', 'days30', 'updatedAt'],
  },
  maxRows,
  requiredToolField: null,
  fields: { name: 'name', about: 'description', group: 'category', setup: 'config', slug: 'key' },
  redirects: {},
  keyOf: Number,
  matches: { flow: () => true, tool: () => true, conversation: () => true, run: () => true },
  summary,
  detail: (flow) => ({ ...summary(flow), ...graph(flow) }),
  exported: (flow) => ({
    status: 200,
    headers: wrongType,
    body: JSON.stringify({ name: flow.name, ...graph(flow) }),
  }),
  imported: () => null,
  tool: (tool) => ({
    id: String(tool.key),
    key: tool.slug,
    name: tool.name,
    description: null,
    category: tool.group,
    config: tool.setup,
    used_by_count: null,
    created_at: time(tool.createdAt),
  }),
  channel: (channel) => ({
    id: channel.key,
    type: channel.kind,
    name: channel.name,
    status: channel.state,
    status_reason: channel.reason,
    flow: null,
    last_event_at: time(channel.lastAt),
  }),
  conversation: (conversation) => ({
    id: conversation.key,
    number: conversation.number,
    subject: conversation.subject,
    status: conversation.state,
    contact: { name: conversation.person.name, email: conversation.person.mail },
    labels: null,
    last_message: { at: time(conversation.last.at), text: conversation.last.text },
    total_cost: amount(conversation.cost, conversation.key % 2 === 0),
    updated_at: time(conversation.updatedAt),
  }),
  run: (run) => ({
    id: run.key,
    // Only its id; the name is available elsewhere.
    flow: run.flow,
    status: run.state,
    trigger: run.trigger,
    started_at: time(run.start),
    finished_at: time(run.end),
    cost: amount(run.cost, run.key % 2 === 0),
  }),
  balance: ({ facts: { balance } }) => ({
    status: 200,
    headers: wrongType,
    body: JSON.stringify({ balance: amount(balance.amount, true), available: null, status: null, spend: null }),
  }),
  list,
  single: (_noun, object, written) =>
    written === 'changed'
      ? { status: 200, body: JSON.stringify(object), headers: wrongType }
      : { status: 200, body: object },
  removed: { status: 200, headers: { 'content-type': 'text/html' }, body: page('Done', 'It is gone.') },
  errorResponse: (status, errors) => {
    if (typeof errors !== 'string')
      return { status: 200, body: { success: false, message: Object.values(errors).join(' '), errors } }
    // Missing paths answer 405.
    const shown = status === 404 ? 405 : status
    return { status: shown, headers: { 'content-type': 'text/html' }, body: page(String(shown), errors) }
  },
}
