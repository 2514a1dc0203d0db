/**
 * A service in the style of GraphQL: `edges` of `node`, `pageInfo`, `nodes` and `totalCount` also within rows, opaque
 * ids, constants in capitals, runs that reference flow and channel by id only, durations of ISO 8601.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { pageOf, decimal, readOnly, secondsOf } from './read-only.ts'
import type { StubRequest, StubResponse } from './plumbing.ts'
import type { Noun, Stub } from './stub.ts'

const currencyCode = 'EUR'
const pageSize = 9

/** "RmxvdzoxMg": global ids are base64. */
const idOf = (type: string, key: number | null): string | null =>
  key === null ? null : Buffer.from(`${type}:${key}`).toString('base64url')
const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
const money = (micros: number) => ({ __typename: 'Money', amount: decimal(micros), currencyCode })
const word = (text: string | null): string | null => text?.toUpperCase() ?? null
const tagNodes = (names: readonly string[]) => ({ nodes: names.map((name) => ({ __typename: 'Tag', name })) })
const connection = (rows: readonly unknown[]) => ({ edges: rows.map((node) => ({ node })) })

const node = (one: NodeFact) => ({
  __typename: 'Node',
  id: one.key,
  type: word(one.kind),
  data: { label: one.title, config: one.setup, tool: one.tool, notes: one.notes, disabled: one.off },
  position: one.position,
  dimensions: one.size,
  parentNode: one.inside,
})

const edge = (one: EdgeFact) => ({
  __typename: 'Edge',
  id: one.key,
  from: { id: one.from, handle: one.port },
  to: { id: one.to },
  label: one.label,
})

const summary = (flow: FlowFact) => ({
  __typename: 'Flow',
  id: idOf('Flow', flow.key),
  name: flow.name,
  description: flow.about,
  status: word(flow.state),
  tags: connection(flow.labels.map((name) => ({ name }))),
  nodes: { totalCount: flow.nodes.length },
  edges: { totalCount: flow.edges.length },
  runs: { totalCount: flow.runs },
  lastRun: flow.lastRun === null ? null : { at: time(flow.lastRun.at), status: word(flow.lastRun.state) },
  costLast30Days: money(flow.cost),
  createdAt: time(flow.createdAt),
  updatedAt: time(flow.updatedAt),
})

const fields: Record<Noun, string> = {
  flow: 'flows',
  tool: 'tools',
  channel: 'channels',
  conversation: 'conversations',
  run: 'runs',
}

function list(asked: StubRequest, noun: Noun, all: unknown[]): StubResponse {
  const from = Number((asked.query.get('after') ?? 'at-0').slice(3))
  const { rows, end, isMore } = pageOf(all, from, pageSize)
  const edges = rows.map((one, index) => ({ cursor: `at-${from + index + 1}`, node: one }))
  const pageInfo = { hasNextPage: isMore, endCursor: isMore ? `at-${end}` : null }
  return {
    status: 200,
    body: { data: { [fields[noun]]: { edges, pageInfo, totalCount: all.length } }, errors: [], extensions: {} },
  }
}

export const graphLike: Stub = {
  ...readOnly,
  name: 'GraphQL-like',
  base: '/graph',
  currency: currencyCode,
  silent: {},
  keyOf: (id) => Number(/^Flow:(\d+)$/.exec(Buffer.from(id, 'base64url').toString('utf8'))?.[1]),
  summary,
  detail: (flow) => ({
    ...summary(flow),
    nodes: connection(flow.nodes.map(node)),
    edges: { nodes: flow.edges.map(edge) },
  }),
  exported: (flow) => ({ status: 200, body: { name: flow.name } }),
  tool: (tool) => ({
    __typename: 'Tool',
    id: idOf('Tool', tool.key),
    key: tool.slug,
    name: tool.name,
    description: tool.about,
    category: word(tool.group),
    isEnabled: tool.on,
    config: tool.setup,
    flows: { totalCount: tool.users },
    createdAt: time(tool.createdAt),
    updatedAt: time(tool.updatedAt),
  }),
  channel: (channel) => ({
    __typename: 'Channel',
    id: idOf('Channel', channel.key),
    type: word(channel.kind),
    name: channel.name,
    identifier: channel.address,
    status: word(channel.state),
    statusReason: channel.reason,
    flow: channel.flow === null ? null : { id: idOf('Flow', channel.flow) },
    pending: { totalCount: channel.waiting },
    lastEventAt: time(channel.lastAt),
    createdAt: time(channel.createdAt),
  }),
  conversation: (conversation) => ({
    __typename: 'Conversation',
    id: idOf('Conversation', conversation.key),
    number: conversation.number,
    subject: conversation.subject,
    status: word(conversation.state),
    priority: word(conversation.urgency),
    channelId: idOf('Channel', conversation.channel),
    contact: {
      id: idOf('Contact', conversation.person.key),
      displayName: conversation.person.name,
      email: conversation.person.mail,
      phone: conversation.person.phone,
      company: conversation.person.firm === null ? null : { name: conversation.person.firm },
    },
    assignee:
      conversation.agent === null ? null : { id: idOf('User', conversation.agent.key), name: conversation.agent.name },
    labels: tagNodes(conversation.labels),
    messages: { totalCount: conversation.count },
    lastMessage: {
      at: time(conversation.last.at),
      direction: word(conversation.last.direction),
      author: word(conversation.last.by),
      text: conversation.last.text,
    },
    unreadCount: conversation.unread,
    flowId: idOf('Flow', conversation.flow),
    totalCost: money(conversation.cost),
    createdAt: time(conversation.createdAt),
    updatedAt: time(conversation.updatedAt),
  }),
  run: (run) => ({
    __typename: 'Run',
    id: idOf('Run', run.key),
    flowId: idOf('Flow', run.flow),
    status: word(run.state),
    trigger: word(run.trigger),
    startedAt: time(run.start),
    finishedAt: time(run.end),
    duration: `PT${secondsOf(run)}.000S`,
    cost: money(run.cost),
    channelId: idOf('Channel', run.channel),
    error: run.fault === null ? null : { code: run.fault.code, message: run.fault.text, nodeId: run.fault.node },
  }),
  balance: ({ facts: { balance } }) => ({
    status: 200,
    body: {
      data: {
        account: {
          __typename: 'Account',
          balance: money(balance.amount),
          available: money(balance.available),
          reserved: money(balance.reserved),
          creditLimit: money(balance.credit),
          status: word(balance.state),
          lowBalanceThreshold: money(balance.low),
          spend: { today: money(balance.today), monthToDate: money(balance.month), last30Days: money(balance.days30) },
          updatedAt: time(balance.updatedAt),
        },
      },
    },
  }),
  list,
  single: (noun, object) => ({ status: 200, body: { data: { [noun]: object } } }),
}
