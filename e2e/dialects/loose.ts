/**
 * Bare arrays of an inconsistent service: ids in links of three kinds, times as lists of numbers, statuses with spaces,
 * flags as letters, tags in one text, settings as JSON texts, amounts with the currency in the name, and durations of
 * Go.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { decimal, readOnly, secondsOf } from './read-only.ts'
import type { Stub } from './stub.ts'

/** [2024, 3, 5, 8, 15, 30]: as Java writes a time without a zone. */
function time(ms: number | null): number[] | null {
  if (ms === null) return null
  const at = new Date(ms)
  return [
    at.getUTCFullYear(),
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    ...(at.getUTCSeconds() === 0 ? [] : [at.getUTCSeconds()]),
  ]
}

const amount = (micros: number): number => micros / 1_000_000
/** "timed_out" → "TIMED OUT" */
const word = (text: string): string => text.toUpperCase().replaceAll('_', ' ')
/** "1m5s" */
const durationText = (seconds: number): string =>
  seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`

const node = (one: NodeFact) => ({
  id: one.key,
  position: one.position,
  measured: one.size,
  parentId: one.inside,
  data: {
    type: one.kind,
    label: one.title,
    config: one.setup,
    ...(one.tool === null ? {} : { tool: one.tool }),
    disabled: one.off ? 'Y' : 'N',
    notes: one.notes,
  },
})

const edge = (one: EdgeFact) => ({
  id: one.key,
  source: one.from,
  target: one.to,
  sourceHandle: one.port,
  data: { label: one.label },
})

const summary = (flow: FlowFact) => ({
  '@id': `/api/flows/${flow.key}`,
  '@type': 'Flow',
  title: flow.name,
  description: flow.about,
  status: word(flow.state),
  tags: flow.labels.join(','),
  _count: { nodes: flow.nodes.length, edges: flow.edges.length, runs: flow.runs },
  lastRunAt: time(flow.lastRun?.at ?? null),
  lastRunStatus: flow.lastRun === null ? null : word(flow.lastRun.state),
  cost_30d_usd: amount(flow.cost),
  created: time(flow.createdAt),
  updated: time(flow.updatedAt),
})

export const loose: Stub = {
  ...readOnly,
  name: 'Bare arrays without a plan',
  base: '/api',
  currency: 'USD',
  silent: { conversation: ['direction', 'by'] },
  keyOf: Number,
  summary,
  detail: (flow) => ({
    flow: summary(flow),
    definition: JSON.stringify({ nodes: flow.nodes.map(node), edges: flow.edges.map(edge) }),
    links: { self: `/api/flows/${flow.key}` },
  }),
  exported: (flow) => ({ status: 200, body: { name: flow.name } }),
  tool: (tool) => ({
    href: `/api/tools/${tool.key}`,
    key: tool.slug,
    title: tool.name,
    description: tool.about,
    category: word(tool.group),
    enabled: tool.on ? 'Y' : 'N',
    config: JSON.stringify(tool.setup),
    usedByCount: tool.users,
    created: time(tool.createdAt),
    updated: time(tool.updatedAt),
  }),
  channel: (channel) => ({
    self: `https://api.example/channels/${channel.key}`,
    type: word(channel.kind),
    title: channel.name,
    identifier: channel.address,
    ...(channel.state === 'connected' ? { isConnected: true } : { isConnected: false, status: word(channel.state) }),
    statusReason: channel.reason,
    workflow_id: channel.flow,
    queued: channel.waiting,
    lastEventAt: time(channel.lastAt),
    created: time(channel.createdAt),
  }),
  conversation: (conversation) => ({
    links: [
      { rel: 'messages', href: `/api/conversations/${conversation.key}/messages` },
      { rel: 'self', href: `/api/conversations/${conversation.key}` },
    ],
    number: conversation.number,
    subject: conversation.subject,
    status: word(conversation.state),
    priority: word(conversation.urgency),
    channel_id: conversation.channel,
    customer: {
      full_name: conversation.person.name,
      mail: conversation.person.mail,
      tel: conversation.person.phone,
      organisation: conversation.person.firm,
    },
    agent: conversation.agent?.name ?? null,
    labels: conversation.labels.join(', '),
    lastMessage: conversation.last.text,
    lastMessageAt: time(conversation.last.at),
    unreadCount: conversation.unread,
    messageCount: conversation.count,
    flow: conversation.flow,
    cost_usd: amount(conversation.cost),
    created: time(conversation.createdAt),
    updated: time(conversation.updatedAt),
  }),
  run: (run) => ({
    execution_id: run.key,
    workflow_id: run.flow,
    status: word(run.state),
    trigger: word(run.trigger),
    started: time(run.start),
    finished: time(run.end),
    elapsed: durationText(secondsOf(run)),
    cost_usd: amount(run.cost),
    channel_id: run.channel,
    error: run.fault === null ? null : { message: run.fault.text, node: run.fault.node },
  }),
  balance: ({ facts: { balance } }) => ({
    status: 200,
    body: {
      account: {
        balance: `$${decimal(balance.amount)}`,
        available: amount(balance.available),
        held: decimal(balance.reserved),
      },
      balance_currency: 'USD',
      credit_limit: amount(balance.credit),
      state: word(balance.state),
      low_balance_threshold: amount(balance.low),
      spend: { today: amount(balance.today), month: decimal(balance.month), last_30d: amount(balance.days30) },
      updated: time(balance.updatedAt),
    },
  }),
  list: (_asked, _noun, rows) => ({ status: 200, body: rows }),
  single: (_noun, object) => ({ status: 200, body: object }),
}
