/** The 13 endpoints that every service has, in the form of a dialect. */
import type {
  ChannelFact,
  EdgeFact,
  FlowFact,
  NodeFact,
  RunFact,
  ConversationFact,
  ToolFact,
  ToolGroup,
} from './fact.ts'
import {
  fieldsOf,
  isObject,
  isSignedIn,
  textOf,
  wordOf,
  type StubRequest,
  type StubResponse,
  type SignIn,
} from './plumbing.ts'
import type { Store } from './store.ts'

export type Noun = 'flow' | 'tool' | 'channel' | 'conversation' | 'run'

/** Content of an export. */
interface Graph {
  name: string
  about: string
  nodes: NodeFact[]
  edges: EdgeFact[]
}

/** A service with a dialect. */
export interface Stub {
  name: string
  signIn: SignIn
  /** Base path: "/api/v1", or "". */
  base: string
  /** Whether `POST /flow/import/` accepts its own exports. */
  imports: boolean
  /** ISO 4217, or null if the service names no currency. */
  currency: string | null
  /** Facts that a flow of the list does not contain, by name. */
  lacks: (flow: FlowFact) => readonly (keyof FlowFact)[]
  /** Facts that none of its objects contain, by noun and name. */
  silent: Partial<Record<'flow' | 'tool' | 'channel' | 'conversation' | 'run' | 'balance', readonly string[]>>
  /** Maximum rows of its longer lists; null = all. */
  maxRows: number | null
  /** The field that `POST /tool/` requires beyond name, category and config; null = none. */
  requiredToolField: string | null
  /** Names of fields in its request bodies. */
  fields: { name: string; about: string; group: string; setup: string; slug: string }

  /** Redirected paths, on the same host: "channel" → "channel/all". */
  redirects: Record<string, string>
  /** The key of a fact in a URL. */
  keyOf: (id: string) => number
  /** Rows that match a request. */
  matches: {
    flow: (request: StubRequest, flow: FlowFact) => boolean
    tool: (request: StubRequest, tool: ToolFact) => boolean
    conversation: (request: StubRequest, conversation: ConversationFact) => boolean
    run: (request: StubRequest, run: RunFact) => boolean
  }
  summary: (flow: FlowFact) => unknown
  detail: (flow: FlowFact) => unknown
  /** The file, and how it is sent. */
  exported: (flow: FlowFact) => StubResponse
  /** Null if the file is not of this service. */
  imported: (body: string) => Graph | null
  tool: (tool: ToolFact) => unknown
  channel: (channel: ChannelFact, store: Store) => unknown
  conversation: (conversation: ConversationFact, store: Store) => unknown
  run: (run: RunFact, store: Store) => unknown
  balance: (store: Store) => StubResponse
  list: (request: StubRequest, noun: Noun, rows: unknown[]) => StubResponse
  /** An object that was read (200), created (201) or changed. */
  single: (noun: Noun, object: unknown, written: 'read' | 'made' | 'changed') => StubResponse
  removed: StubResponse
  /** Errors by field, or of the whole request. */
  errorResponse: (status: 400 | 401 | 404 | 405 | 409, errors: Record<string, string> | string) => StubResponse
}

const groups: readonly ToolGroup[] = ['api', 'transform', 'condition', 'agent', 'code', 'global']
const required = 'This field is required.'

function importFlow(stub: Stub, request: StubRequest, store: Store): StubResponse {
  const graph = stub.imported(request.body)
  if (graph === null) return stub.errorResponse(400, { template: 'This is not an export of this service.' })
  return stub.single('flow', stub.detail(store.addFlow(graph)), 'made')
}

function writeFlow(stub: Stub, request: StubRequest, store: Store, flow: FlowFact | null): StubResponse {
  const body = fieldsOf(request.body)
  const name = textOf(body[stub.fields.name])
  const about = textOf(body[stub.fields.about])
  if (flow === null && name === undefined) return stub.errorResponse(400, { [stub.fields.name]: required })
  if (name?.trim() === '') return stub.errorResponse(400, { [stub.fields.name]: 'This field may not be blank.' })
  if (flow === null) {
    const created = store.addFlow({ name: name ?? '', about: about ?? '', nodes: [], edges: [] })
    return stub.single('flow', stub.detail(created), 'made')
  }
  store.rename(flow, { name, about })
  return stub.single('flow', stub.detail(flow), 'changed')
}

function flows(stub: Stub, request: StubRequest, store: Store): StubResponse {
  const { method } = request
  const [, id, action, more] = request.path
  if (id === undefined) {
    if (method === 'POST') return writeFlow(stub, request, store, null)
    const rows = store.facts.flows.filter((flow) => stub.matches.flow(request, flow))
    return stub.list(request, 'flow', rows.map(stub.summary))
  }
  if (id === 'import')
    return method === 'POST' ? importFlow(stub, request, store) : stub.errorResponse(405, 'Only POST.')
  const flow = store.flow(stub.keyOf(id))
  if (flow === undefined || more !== undefined) return stub.errorResponse(404, 'Not found.')
  if (action === 'export' && method === 'GET') return stub.exported(flow)
  if (action !== undefined) return stub.errorResponse(404, 'Not found.')
  if (method === 'PATCH') return writeFlow(stub, request, store, flow)
  if (method === 'GET') return stub.single('flow', stub.detail(flow), 'read')
  if (method !== 'DELETE') return stub.errorResponse(405, `No ${method}.`)
  store.removeFlow(flow.key)
  return stub.removed
}

function createTool(stub: Stub, request: StubRequest, store: Store): StubResponse {
  const body = fieldsOf(request.body)
  const { fields, requiredToolField } = stub
  const group = wordOf(groups, body[fields.group])
  const errors: Record<string, string> = {}
  if (textOf(body[fields.name]) === undefined) errors[fields.name] = required
  if (requiredToolField !== null && (textOf(body[requiredToolField]) ?? '') === '') errors[requiredToolField] = required
  if (group === undefined) errors[fields.group] = 'This is none of the six categories.'
  if (Object.keys(errors).length > 0 || group === undefined) return stub.errorResponse(400, errors)
  const setup = body[fields.setup]
  const created = store.addTool({
    slug: textOf(body[fields.slug]) ?? 'tool',
    name: textOf(body[fields.name]) ?? '',
    about: textOf(body[fields.about]) ?? '',
    group,
    setup: isObject(setup) ? setup : {},
  })
  return stub.single('tool', stub.tool(created), 'made')
}

/** Answers a request about facts that it may change. */
export function respond(stub: Stub, request: StubRequest, store: Store): StubResponse {
  if (!isSignedIn(stub.signIn, request.headers)) return stub.errorResponse(401, 'Sign in first.')
  const { facts } = store
  const path = request.path.join('/')
  const redirectTarget = Object.hasOwn(stub.redirects, path) ? stub.redirects[path] : undefined
  if (redirectTarget !== undefined)
    return { status: 302, headers: { location: `${stub.base}/${redirectTarget}/${request.search}` } }
  const address = Object.keys(stub.redirects).find((from) => stub.redirects[from] === path) ?? path
  if (request.path[0] === 'flow') return flows(stub, request, store)
  if (address === 'tool' && request.method === 'POST') return createTool(stub, request, store)
  const rows = (noun: Noun): unknown[] | null => {
    if (noun === 'tool') return facts.tools.filter((one) => stub.matches.tool(request, one)).map(stub.tool)
    if (noun === 'channel') return facts.channels.map((one) => stub.channel(one, store))
    if (noun === 'run')
      return facts.runs.filter((one) => stub.matches.run(request, one)).map((one) => stub.run(one, store))
    return facts.conversations
      .filter((one) => stub.matches.conversation(request, one))
      .map((one) => stub.conversation(one, store))
  }
  const lists: Record<string, Noun> = {
    tool: 'tool',
    channel: 'channel',
    conversation: 'conversation',
    'billing/runs': 'run',
  }
  const noun = Object.hasOwn(lists, address) ? lists[address] : undefined
  if (noun === undefined && address !== 'billing/balance') return stub.errorResponse(404, 'Not found.')
  if (request.method !== 'GET') return stub.errorResponse(405, `No ${request.method}.`)
  return noun === undefined ? stub.balance(store) : stub.list(request, noun, rows(noun) ?? [])
}
