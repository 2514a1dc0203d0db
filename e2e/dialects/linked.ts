/**
 * A service in the style of Django REST framework with hyperlinks: URLs instead of ids, amounts with their currency in
 * an adjacent field, durations as HH:MM:SS, times with a named zone, flags instead of statuses.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { cut, decimal, readOnly, secondsOf } from './read-only.ts'
import type { Asked, Given } from './plumbing.ts'
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
  position: one.place,
  size: one.size,
  parent: one.inside,
  tool: one.tool,
  config: JSON.stringify(one.setup),
  is_disabled: one.off,
  notes: one.remark,
})

const edge = (one: EdgeFact) => ({
  id: one.key,
  source: one.from,
  target: one.to,
  source_handle: one.port,
  label: null,
  condition: one.says,
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
  created_at: clock(flow.made),
  updated_at: time(flow.changed),
})

function list(asked: Asked, _noun: string, rows: unknown[]): Given {
  const page = Number(asked.query.get('page') ?? 1)
  const { rows: results, isMore } = cut(rows, (page - 1) * pageSize, pageSize)
  const next = isMore ? `${root}/${asked.path.join('/')}/?page=${page + 1}` : null
  return { status: 200, body: { links: { next, previous: null }, count: rows.length, results } }
}

export const linked: Stub = {
  ...readOnly,
  name: 'Django REST with links',
  base: '/api',
  currency,
  silent: { talk: ['by'] },
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
    created_at: time(tool.made),
    updated_at: time(tool.changed),
  }),
  channel: (channel) => ({
    url: at('channel', channel.key),
    type: channel.kind,
    name: channel.name,
    identifier: channel.address,
    ...(channel.state === 'connected' ? { is_connected: true } : { status: channel.state, is_connected: false }),
    status_reason: channel.why,
    flow: at('flow', channel.flow),
    pending_count: channel.waiting,
    last_event_at: time(channel.lastAt),
    created_at: time(channel.made),
  }),
  talk: (talk) => ({
    url: at('conversation', talk.key),
    number: talk.number,
    subject: talk.subject,
    status: talk.state,
    priority: talk.urgency,
    channel: at('channel', talk.channel),
    contact_name: talk.person.name,
    contact_email: talk.person.mail,
    contact_phone: talk.person.phone,
    contact_company: talk.person.firm,
    assignee: talk.agent?.name ?? null,
    labels: talk.labels,
    last_message: talk.last.text,
    last_message_at: time(talk.last.at),
    last_message_direction: talk.last.way,
    unread_count: talk.unread,
    message_count: talk.count,
    flow: at('flow', talk.flow),
    ...money('total_cost', talk.cost),
    created_at: time(talk.made),
    updated_at: time(talk.changed),
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
      updated_at: time(balance.changed),
    },
  }),
  list,
  single: (_noun, object) => ({ status: 200, body: object }),
}
