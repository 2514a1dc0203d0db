/**
 * A service that wraps twice: `{success: true, data: {flow: {…}}}`, lists one level deeper, `uuid` and `title`, choices
 * in upper case, sourceNodeId and targetNodeId, amounts as texts, no body after most writes, an export that is a JSON
 * string.
 */
import type { EdgeFact, FlowFact, NodeFact } from './fact.ts'
import { isObject, textOf, type StubRequest, type StubResponse, sentFile } from './plumbing.ts'
import { edgeBy, graphOf, commonNodeFields, positionOf, sizeOf } from './read-graph.ts'
import type { Store } from './store.ts'
import type { Noun, Stub } from './stub.ts'

const currency = 'EUR'
const pageSize = 15

const uuid = (kind: string, key: number) =>
  `${kind.codePointAt(0)?.toString(16).padStart(8, '0')}-0000-4000-8000-${String(key).padStart(12, '0')}`
/** Without milliseconds, in UTC. */
const time = (ms: number | null): string | null => (ms === null ? null : `${new Date(ms).toISOString().slice(0, 19)}Z`)
const upper = (text: string): string => text.toUpperCase()

function amount(micros: number): string {
  const digits = String(micros).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

const node = (one: NodeFact) => ({
  uuid: one.key,
  type: upper(one.kind),
  title: one.title,
  position: one.position,
  size: one.size,
  parentNodeId: one.inside,
  tool: one.tool,
  config: one.setup,
  disabled: one.off,
  notes: one.notes,
})

const edge = (one: EdgeFact) => ({
  uuid: one.key,
  sourceNodeId: one.from,
  targetNodeId: one.to,
  sourceHandle: one.port,
  label: one.label,
})

const summary = (flow: FlowFact) => ({
  uuid: uuid('f', flow.key),
  title: flow.name,
  description: flow.about,
  status: upper(flow.state),
  tags: flow.labels,
  nodeCount: flow.nodes.length,
  edgeCount: flow.edges.length,
  runCount: flow.runs,
  lastRunAt: time(flow.lastRun?.at ?? null),
  lastRunStatus: flow.lastRun === null ? null : upper(flow.lastRun.state),
  costLast30Days: amount(flow.cost),
  currency,
  createdAt: time(flow.createdAt),
  updatedAt: time(flow.updatedAt),
})

const graph = (flow: FlowFact) => ({ nodes: flow.nodes.map(node), edges: flow.edges.map(edge) })

function readNode(one: Record<string, unknown>): NodeFact {
  const { position, size } = one
  return {
    key: String(one['uuid']),
    kind: String(one['type']).toLowerCase(),
    title: String(one['title']),
    position: positionOf(position),
    size: sizeOf(size),
    inside: textOf(one['parentNodeId']) ?? null,
    ...commonNodeFields(one),
  }
}

const readEdge = edgeBy({ id: 'uuid', from: 'sourceNodeId', to: 'targetNodeId', port: 'sourceHandle' })

/** A file contains `{flow: {…}, exportedBy}`, as a JSON string or as the object itself. */
function imported(body: string) {
  const file = sentFile(body)
  if (file['exportedBy'] !== 'nested' || !isObject(file['flow'])) return null
  const { flow } = file
  return {
    name: textOf(flow['title']) ?? '',
    about: textOf(flow['description']) ?? '',
    ...graphOf(flow, readNode, readEdge),
  }
}

const plurals: Record<Noun, string> = {
  flow: 'flows',
  tool: 'tools',
  channel: 'channels',
  conversation: 'conversations',
  run: 'runs',
}

/** Pages by number, with the position beside the rows. */
function list(request: StubRequest, noun: Noun, rows: unknown[]): StubResponse {
  const size = Math.min(pageSize, Number(request.query.get('page_size') ?? pageSize) || pageSize)
  const page = Math.max(1, Number(request.query.get('page') ?? 1) || 1)
  const pagination = { page, pageSize: size, totalPages: Math.ceil(rows.length / size), total: rows.length }
  const data = { [plurals[noun]]: rows.slice((page - 1) * size, page * size), pagination }
  return { status: 200, body: { success: true, data } }
}

function referenceOf(store: Store, kind: 'flows' | 'channels', key: number | null): unknown {
  const found = store.facts[kind].find((one) => one.key === key)
  if (found === undefined) return null
  const id = uuid(kind, found.key)
  return 'kind' in found ? { uuid: id, title: found.name, type: upper(found.kind) } : { uuid: id, title: found.name }
}

const matchesParameter = (value: string, request: StubRequest, parameter: string): boolean => {
  const wanted = request.query.get(parameter)?.toLowerCase() ?? ''
  return wanted === '' || wanted.split(',').includes(value)
}

/** A read flow is `{flow: {…}}`, a created tool is wrapped twice; a change has an empty answer. */
function single(noun: Noun, object: unknown, written: 'read' | 'made' | 'changed'): StubResponse {
  if (written === 'changed') return { status: 202 }
  if (written === 'read') return { status: 200, body: { [noun]: object } }
  return { status: 201, body: { success: true, data: { [noun]: object } } }
}

export const nested: Stub = {
  name: 'Nested objects',
  signIn: { kind: 'cookie', name: 'sid', value: 's3cr3t-nested' },
  base: '/v1',
  imports: true,
  currency,
  lacks: () => [],
  silent: { run: ['duration'] },
  maxRows: null,
  requiredToolField: null,
  // Returns `title` but accepts `name`, because services are not always consistent.
  fields: { name: 'name', about: 'description', group: 'category', setup: 'config', slug: 'key' },
  redirects: {},
  keyOf: (id) => (id.startsWith('00000066-') ? Number(id.slice(-12)) : Number.NaN),
  matches: {
    flow: (request, flow) =>
      flow.name.toLowerCase().includes((request.query.get('search') ?? '').toLowerCase()) &&
      matchesParameter(flow.state, request, 'status'),
    tool: () => true,
    conversation: (request, conversation) => matchesParameter(conversation.state, request, 'status'),
    run: (request, run) => matchesParameter(run.state, request, 'status'),
  },
  summary,
  detail: (flow) => ({ ...summary(flow), ...graph(flow) }),
  exported: (flow) => {
    const file = { exportedBy: 'nested', flow: { title: flow.name, description: flow.about, ...graph(flow) } }
    return { status: 200, body: JSON.stringify(JSON.stringify(file)) }
  },
  imported,
  tool: (tool) => ({
    uuid: uuid('t', tool.key),
    key: tool.slug,
    title: tool.name,
    description: tool.about,
    category: upper(tool.group),
    enabled: tool.on,
    config: tool.setup,
    usedByCount: tool.users,
    createdAt: time(tool.createdAt),
    updatedAt: time(tool.updatedAt),
  }),
  channel: (channel, store) => ({
    uuid: uuid('c', channel.key),
    type: upper(channel.kind),
    title: channel.name,
    identifier: channel.address,
    status: upper(channel.state),
    statusReason: channel.reason,
    flow: referenceOf(store, 'flows', channel.flow),
    pendingCount: channel.waiting,
    lastEventAt: time(channel.lastAt),
    createdAt: time(channel.createdAt),
  }),
  conversation: (conversation, store) => ({
    uuid: uuid('v', conversation.key),
    number: conversation.number,
    subject: conversation.subject,
    status: upper(conversation.state),
    priority: upper(conversation.urgency),
    channel: referenceOf(store, 'channels', conversation.channel),
    contact: {
      uuid: uuid('p', conversation.person.key),
      name: conversation.person.name,
      email: conversation.person.mail,
      phone: conversation.person.phone,
      company: conversation.person.firm,
    },
    assignee:
      conversation.agent === null ? null : { uuid: uuid('u', conversation.agent.key), name: conversation.agent.name },
    labels: conversation.labels,
    lastMessage: {
      at: time(conversation.last.at),
      direction: upper(conversation.last.direction),
      author: upper(conversation.last.by),
      text: conversation.last.text,
    },
    unreadCount: conversation.unread,
    messageCount: conversation.count,
    flow: referenceOf(store, 'flows', conversation.flow),
    totalCost: amount(conversation.cost),
    currency,
    createdAt: time(conversation.createdAt),
    updatedAt: time(conversation.updatedAt),
  }),
  run: (run, store) => ({
    uuid: uuid('r', run.key),
    flow: referenceOf(store, 'flows', run.flow),
    status: upper(run.state),
    trigger: upper(run.trigger),
    startedAt: time(run.start),
    finishedAt: time(run.end),
    cost: amount(run.cost),
    currency,
    channel: referenceOf(store, 'channels', run.channel),
    error: run.fault === null ? null : { code: run.fault.code, message: run.fault.text, nodeId: run.fault.node },
  }),
  balance: ({ facts: { balance } }) => ({
    status: 200,
    body: {
      success: true,
      data: {
        balance: {
          balance: amount(balance.amount),
          currency,
          available: amount(balance.available),
          reserved: amount(balance.reserved),
          creditLimit: amount(balance.credit),
          status: upper(balance.state),
          lowBalanceThreshold: amount(balance.low),
          spend: {
            today: amount(balance.today),
            monthToDate: amount(balance.month),
            last30Days: amount(balance.days30),
          },
          updatedAt: time(balance.updatedAt),
        },
      },
    },
  }),
  list,
  single,
  removed: { status: 204 },
  errorResponse: (status, errors) => ({
    status,
    body:
      typeof errors === 'string'
        ? { success: false, message: errors }
        : { success: false, message: 'Some fields are wrong.', errors },
  }),
}
