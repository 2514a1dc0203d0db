/**
 * A service in the style of Django REST framework with hyperlinks: URLs instead of ids, amounts with their currency in
 * an adjacent field, durations as HH:MM:SS, times with a named zone, flags instead of statuses.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { pageOf, decimal, readOnly, secondsOf } from './read-only.ts'
import type { StubRequest, StubResponse } from './plumbing.ts'
import type { Stub } from './stub.ts'

const currency = 'EUR'
const pageSize = 12
const root = 'http://django.internal.example:8000/api'
const at = (path: string, key: number | null): string | null => (key === null ? null : `${root}/${path}/${key}/`)

/** "2024-03-05T09:15:30+01:00[Europe/Berlin]" */
function time(ms: number | null): string | null {
  if (ms === null) return null
  // Daylight saving time lasts from the last Sunday of March to the last Sunday of October.
  const hours = ms >= Date.UTC(2024, 2, 31, 1) && ms < Date.UTC(2024, 9, 27, 1) ? 2 : 1
  return `${new Date(ms + hours * 3_600_000).toISOString().slice(0, 19)}+0${hours}:00[Europe/Berlin]`
}

/** "2024-03-05T09:15:30[Europe/Berlin]": the offset follows from the zone. */
const clock = (ms: number | null): string | null => time(ms)?.replace(/\+\d\d:00/, '') ?? null

/** Amount and currency as written by django-money. */
const money = (name: string, micros: number) => ({ [name]: decimal(micros), [`${name}_currency`]: currency })

/** "00:01:05", and with days "1 02:03:04". */
function duration(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const text = new Date((seconds % 86_400) * 1000).toISOString().slice(11, 19)
  return days === 0 ? text : `${days} ${text}`
}

const node = (one: NodeFact) => ({
  id: one.key,
  type: one.kind,
  name: one.title,
  position: one.position,
  size: one.size,
  parent: one.inside,
  tool: one.tool,
  config: JSON.stringify(one.setup),
  is_disabled: one.off,
  notes: one.notes,
})

const edge = (one: EdgeFact) => ({
  id: one.key,
  source: one.from,
  target: one.to,
  source_handle: one.port,
  label: null,
  condition: one.label,
})

const summary = (flow: FlowFact) => ({
  url: at('flow', flow.key),
  name: flow.name,
  description: flow.about,
  ...(flow.state === 'active' ? { status: null, is_active: true } : { status: flow.state, is_active: false }),
  tags: flow.labels.join(', '),
  stats: { nodes: flow.nodes.length, edges: flow.edges.length, runs: flow.runs },
  last_run_at: time(flow.lastRun?.at ?? null),
  last_run_status: flow.lastRun?.state ?? null,
  ...money('cost_last_30_days', flow.cost),
  created_at: clock(flow.createdAt),
  updated_at: time(flow.updatedAt),
})

function list(request: StubRequest, _noun: string, rows: unknown[]): StubResponse {
  const page = Number(request.query.get('page') ?? 1)
  const { rows: results, isMore } = pageOf(rows, (page - 1) * pageSize, pageSize)
  const next = isMore ? `${root}/${request.path.join('/')}/?page=${page + 1}` : null
  return { status: 200, body: { links: { next, previous: null }, count: rows.length, results } }
}

export const linked: Stub = {
  ...readOnly,
  name: 'Django REST with links',
  base: '/api',
  currency,
  silent: { conversation: ['by'] },
  keyOf: Number,
  summary,
  detail: (flow) => ({ ...summary(flow), nodes: flow.nodes.map(node), edges: flow.edges.map(edge) }),
  exported: (flow) => ({ status: 200, body: { name: flow.name } }),
  tool: (tool) => ({
    url: at('tool', tool.key),
    slug: tool.slug,
    name: tool.name,
    description: tool.about,
    category: tool.group,
    disabled: tool.on ? 'N' : 'Y',
    config: JSON.stringify(tool.setup),
    used_by_count: tool.users,
    created_at: time(tool.createdAt),
    updated_at: time(tool.updatedAt),
  }),
  channel: (channel) => ({
    url: at('channel', channel.key),
    type: channel.kind,
    name: channel.name,
    identifier: channel.address,
    ...(channel.state === 'connected' ? { is_connected: true } : { status: channel.state, is_connected: false }),
    status_reason: channel.reason,
    flow: at('flow', channel.flow),
    pending_count: channel.waiting,
    last_event_at: time(channel.lastAt),
    created_at: time(channel.createdAt),
  }),
  conversation: (conversation) => ({
    url: at('conversation', conversation.key),
    number: conversation.number,
    subject: conversation.subject,
    status: conversation.state,
    priority: conversation.urgency,
    channel: at('channel', conversation.channel),
    contact_name: conversation.person.name,
    contact_email: conversation.person.mail,
    contact_phone: conversation.person.phone,
    contact_company: conversation.person.firm,
    assignee: conversation.agent?.name ?? null,
    labels: conversation.labels,
    last_message: conversation.last.text,
    last_message_at: time(conversation.last.at),
    last_message_direction: conversation.last.direction,
    unread_count: conversation.unread,
    message_count: conversation.count,
    flow: at('flow', conversation.flow),
    ...money('total_cost', conversation.cost),
    created_at: time(conversation.createdAt),
    updated_at: time(conversation.updatedAt),
  }),
  run: (run) => ({
    url: at('run', run.key),
    flow: at('flow', run.flow),
    status: run.state,
    trigger: run.trigger,
    started_at: time(run.start),
    finished_at: time(run.end),
    duration: duration(secondsOf(run)),
    ...money('cost', run.cost),
    channel: at('channel', run.channel),
    error: run.fault?.text ?? null,
    error_node_id: run.fault?.node ?? null,
  }),
  balance: ({ facts: { balance } }) => ({
    status: 200,
    body: {
      ...money('balance', balance.amount),
      ...money('available', balance.available),
      ...money('reserved', balance.reserved),
      ...money('credit_limit', balance.credit),
      status: balance.state,
      ...money('low_balance_threshold', balance.low),
      spend_today: decimal(balance.today),
      spend_month_to_date: decimal(balance.month),
      spend_last_30_days: decimal(balance.days30),
      updated_at: time(balance.updatedAt),
    },
  }),
  list,
  single: (_noun, object) => ({ status: 200, body: object }),
}
