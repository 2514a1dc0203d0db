/**
 * A service in the style of JSON:API: attributes, relationships and `included`, names with hyphens, figures in `meta`,
 * the next page in `links`, amounts with the currency in the name, durations of ISO 8601.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { channelOf, cut, decimal, flowOf, readOnly, secondsOf } from './read-only.ts'
import { isObject, type Asked, type Given } from './plumbing.ts'
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
    'created-at': time(flow.made),
    'updated-at': time(flow.changed),
  })

const node = (one: NodeFact): Resource =>
  resource('nodes', one.key, {
    kind: one.kind,
    name: one.title,
    position: one.place,
    size: one.size,
    parent: one.inside,
    tool: one.tool,
    config: one.setup,
    disabled: one.off,
    notes: one.remark,
  })

const edge = (one: EdgeFact): Resource => ({
  ...resource('edges', one.key, { 'source-handle': one.port, label: one.says, condition: null }),
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

const flowIn = (store: Store, key: number | null): Resource | null => {
  const flow = flowOf(store, key)
  return flow === undefined ? null : resource('flows', flow.key, { name: flow.name })
}

const channelIn = (store: Store, key: number | null): Resource | null => {
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

function list(asked: Asked, _noun: string, given: unknown[]): Given {
  const page = Number(asked.query.get('page[number]') ?? 1)
  const all = given.map(rowOf)
  const { rows, isMore } = cut(all, (page - 1) * pageSize, pageSize)
  const address = `https://api.example/${asked.path.join('/')}`
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
      'created-at': time(tool.made),
      'updated-at': time(tool.changed),
    }),
  channel: (channel, store) =>
    withRelated(
      resource('channels', channel.key, {
        'channel-type': word(channel.kind),
        name: channel.name,
        identifier: channel.address,
        status: word(channel.state),
        'status-reason': channel.why,
        'pending-count': channel.waiting,
        'last-event-at': time(channel.lastAt),
        'created-at': time(channel.made),
      }),
      { flow: flowIn(store, channel.flow) },
    ),
  talk: (talk, store) =>
    withRelated(
      resource('conversations', talk.key, {
        number: talk.number,
        subject: talk.subject,
        status: word(talk.state),
        priority: word(talk.urgency),
        labels: talk.labels,
        'last-message': {
          'sent-at': time(talk.last.at),
          direction: talk.last.way,
          author: talk.last.by,
          body: talk.last.text,
        },
        'unread-count': talk.unread,
        'message-count': talk.count,
        'total-cost-usd': decimal(talk.cost),
        'created-at': time(talk.made),
        'updated-at': time(talk.changed),
      }),
      {
        contact: resource('contacts', talk.person.key, {
          name: talk.person.name,
          email: talk.person.mail,
          phone: talk.person.phone,
          company: talk.person.firm,
        }),
        assignee: talk.agent === null ? null : resource('users', talk.agent.key, { name: talk.agent.name }),
        channel: channelIn(store, talk.channel),
        flow: flowIn(store, talk.flow),
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
      { flow: flowIn(store, run.flow), channel: channelIn(store, run.channel) },
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
        'updated-at': time(balance.changed),
      }),
    },
  }),
  list,
  single: (_noun, object) => {
    const { row, included } = rowOf(object)
    return { status: 200, body: { data: row, included } }
  },
}
