/**
 * A service in the style of JSON:API: attributes, relationships and `included`, names with hyphens, figures in `meta`,
 * the next page in `links`, amounts with the currency in the name, durations of ISO 8601.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { channelOf, pageOf, decimal, flowOf, readOnly, secondsOf } from './read-only.ts'
import { isObject, type StubRequest, type StubResponse } from './plumbing.ts'
import type { Store } from './store.ts'
import type { Stub } from './stub.ts'

const pageSize = 10

interface Resource {
  type: string
  id: string
  attributes: Record<string, unknown>
  relationships?: Record<string, unknown>
  links?: Record<string, string>
}

/** A row, and the resources that it references. */
interface Row {
  row: Resource
  included: Resource[]
}

const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
/** "timed_out" → "Timed-Out" */
const word = (text: string): string =>
  text.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => `-${letter.toUpperCase()}`).slice(1)
const seconds = (count: number): string => (count < 60 ? `PT${count}S` : `PT${Math.floor(count / 60)}M${count % 60}S`)

const related = (resource: Resource | null) => ({
  data: resource === null ? null : { type: resource.type, id: resource.id },
  links: { related: 'https://api.example/somewhere' },
})

const resource = (type: string, key: number | string, attributes: Record<string, unknown>): Resource => ({
  type,
  id: String(key),
  attributes,
  links: { self: `https://api.example/${type}/${key}` },
})

const summary = (flow: FlowFact): Resource =>
  resource('flows', flow.key, {
    name: flow.name,
    description: flow.about,
    status: word(flow.state),
    tags: flow.labels,
    'node-count': flow.nodes.length,
    'edge-count': flow.edges.length,
    'run-count': flow.runs,
    'last-run-at': time(flow.lastRun?.at ?? null),
    'last-run-status': flow.lastRun === null ? null : word(flow.lastRun.state),
    'cost-last-30-days-usd': decimal(flow.cost),
    'created-at': time(flow.createdAt),
    'updated-at': time(flow.updatedAt),
  })

const node = (one: NodeFact): Resource =>
  resource('nodes', one.key, {
    kind: one.kind,
    name: one.title,
    position: one.position,
    size: one.size,
    parent: one.inside,
    tool: one.tool,
    config: one.setup,
    disabled: one.off,
    notes: one.notes,
  })

const edge = (one: EdgeFact): Resource => ({
  ...resource('edges', one.key, { 'source-handle': one.port, label: one.label, condition: null }),
  relationships: {
    source: { data: { type: 'nodes', id: one.from } },
    target: { data: { type: 'nodes', id: one.to } },
  },
})

function detail(flow: FlowFact): Row {
  const [nodes, edges] = [flow.nodes.map(node), flow.edges.map(edge)]
  const of = (all: Resource[]) => ({ data: all.map(({ type, id }) => ({ type, id })) })
  return {
    row: { ...summary(flow), relationships: { nodes: of(nodes), edges: of(edges) } },
    included: [...nodes, ...edges],
  }
}

const flowReference = (store: Store, key: number | null): Resource | null => {
  const flow = flowOf(store, key)
  return flow === undefined ? null : resource('flows', flow.key, { name: flow.name })
}

const channelReference = (store: Store, key: number | null): Resource | null => {
  const channel = channelOf(store, key)
  return channel === undefined
    ? null
    : resource('channels', channel.key, { name: channel.name, 'channel-type': word(channel.kind) })
}

const withRelated = (row: Resource, others: Record<string, Resource | null>): Row => ({
  row: {
    ...row,
    relationships: Object.fromEntries(Object.entries(others).map(([name, one]) => [name, related(one)])),
  },
  included: Object.values(others).filter((one) => one !== null),
})

const rowOf = (value: unknown): Row => {
  if (!isObject(value)) throw new Error('There is no such row.')
  const { row, included, ...rest } = value
  return isObject(row) && Array.isArray(included)
    ? { row: Object.assign(resource('', '', {}), row), included }
    : { row: Object.assign(resource('', '', {}), rest), included: [] }
}

/** Each resource once, as the format requires. */
const distinct = (all: readonly Resource[]): Resource[] => [
  ...new Map(all.map((one) => [`${one.type} ${one.id}`, one])).values(),
]

function list(request: StubRequest, _noun: string, resources: unknown[]): StubResponse {
  const page = Number(request.query.get('page[number]') ?? 1)
  const all = resources.map(rowOf)
  const { rows, isMore } = pageOf(all, (page - 1) * pageSize, pageSize)
  const address = `https://api.example/${request.path.join('/')}`
  return {
    status: 200,
    headers: { 'content-type': 'application/vnd.api+json' },
    body: {
      data: rows.map(({ row }) => row),
      included: distinct(rows.flatMap(({ included }) => included)),
      meta: { 'record-count': all.length, 'page-count': Math.ceil(all.length / pageSize) },
      links: {
        self: address,
        first: `${address}?page%5Bnumber%5D=1`,
        next: isMore ? `${address}?page%5Bnumber%5D=${page + 1}&page%5Bsize%5D=${pageSize}` : null,
      },
      jsonapi: { version: '1.1' },
    },
  }
}

export const jsonApi: Stub = {
  ...readOnly,
  name: 'JSON:API',
  base: '/api',
  currency: 'USD',
  silent: {},
  keyOf: Number,
  summary,
  detail,
  exported: (flow) => ({ status: 200, body: { name: flow.name } }),
  tool: (tool) =>
    resource('tools', tool.key, {
      slug: tool.slug,
      name: tool.name,
      description: tool.about,
      category: word(tool.group),
      enabled: tool.on,
      config: tool.setup,
      'used-by-count': tool.users,
      'created-at': time(tool.createdAt),
      'updated-at': time(tool.updatedAt),
    }),
  channel: (channel, store) =>
    withRelated(
      resource('channels', channel.key, {
        'channel-type': word(channel.kind),
        name: channel.name,
        identifier: channel.address,
        status: word(channel.state),
        'status-reason': channel.reason,
        'pending-count': channel.waiting,
        'last-event-at': time(channel.lastAt),
        'created-at': time(channel.createdAt),
      }),
      { flow: flowReference(store, channel.flow) },
    ),
  conversation: (conversation, store) =>
    withRelated(
      resource('conversations', conversation.key, {
        number: conversation.number,
        subject: conversation.subject,
        status: word(conversation.state),
        priority: word(conversation.urgency),
        labels: conversation.labels,
        'last-message': {
          'sent-at': time(conversation.last.at),
          direction: conversation.last.direction,
          author: conversation.last.by,
          body: conversation.last.text,
        },
        'unread-count': conversation.unread,
        'message-count': conversation.count,
        'total-cost-usd': decimal(conversation.cost),
        'created-at': time(conversation.createdAt),
        'updated-at': time(conversation.updatedAt),
      }),
      {
        contact: resource('contacts', conversation.person.key, {
          name: conversation.person.name,
          email: conversation.person.mail,
          phone: conversation.person.phone,
          company: conversation.person.firm,
        }),
        assignee:
          conversation.agent === null
            ? null
            : resource('users', conversation.agent.key, { name: conversation.agent.name }),
        channel: channelReference(store, conversation.channel),
        flow: flowReference(store, conversation.flow),
      },
    ),
  run: (run, store) =>
    withRelated(
      resource('runs', run.key, {
        status: word(run.state),
        trigger: run.trigger,
        'started-at': time(run.start),
        'finished-at': time(run.end),
        duration: seconds(secondsOf(run)),
        'cost-usd': decimal(run.cost),
        error: run.fault === null ? null : { code: run.fault.code, message: run.fault.text, 'node-id': run.fault.node },
      }),
      { flow: flowReference(store, run.flow), channel: channelReference(store, run.channel) },
    ),
  balance: ({ facts: { balance } }) => ({
    status: 200,
    body: {
      data: resource('balances', 1, {
        'balance-usd': decimal(balance.amount),
        'available-usd': decimal(balance.available),
        'reserved-usd': decimal(balance.reserved),
        'credit-limit-usd': decimal(balance.credit),
        status: word(balance.state),
        'low-balance-threshold-usd': decimal(balance.low),
        spend: {
          'today-usd': decimal(balance.today),
          'month-to-date-usd': decimal(balance.month),
          'last-30-days-usd': decimal(balance.days30),
        },
        'updated-at': time(balance.updatedAt),
      }),
    },
  }),
  list,
  single: (_noun, object) => {
    const { row, included } = rowOf(object)
    return { status: 200, body: { data: row, included } }
  },
}
