/** The 13 endpoints that every service has, in the form of a dialect. */
import type { ChannelFact, EdgeFact, FlowFact, NodeFact, RunFact, TalkFact, ToolFact, ToolGroup } from './fact.ts'
import { fieldsOf, isObject, isSignedIn, textOf, wordOf, type Asked, type Given, type SignIn } from './plumbing.ts'
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
  silent: Partial<Record<'flow' | 'tool' | 'channel' | 'talk' | 'run' | 'balance', readonly string[]>>
  /** Maximum rows of its longer lists; null = all. */
  maxRows: number | null
  /** The field that `POST /tool/` requires beyond name, category and config; null = none. */
  ownToolField: string | null
  /** Names of fields in its request bodies. */
  fields: { name: string; about: string; group: string; setup: string; slug: string }

  /** Redirected paths, on the same host: "channel" → "channel/all". */
  moved: Record<string, string>
  /** The key of a fact in a URL. */
  keyOf: (id: string) => number
  /** Rows that match a request. */
  matches: {
    flow: (asked: Asked, flow: FlowFact) => boolean
    tool: (asked: Asked, tool: ToolFact) => boolean
    talk: (asked: Asked, talk: TalkFact) => boolean
    run: (asked: Asked, run: RunFact) => boolean
  }
  summary: (flow: FlowFact) => unknown
  detail: (flow: FlowFact) => unknown
  /** The file, and how it is sent. */
  exported: (flow: FlowFact) => Given
  /** Null if the file is not of this service. */
  imported: (body: string) => Graph | null
  tool: (tool: ToolFact) => unknown
  channel: (channel: ChannelFact, store: Store) => unknown
  talk: (talk: TalkFact, store: Store) => unknown
  run: (run: RunFact, store: Store) => unknown
  balance: (store: Store) => Given
  list: (asked: Asked, noun: Noun, rows: unknown[]) => Given
  /** An object that was read (200), created (201) or changed. */
  single: (noun: Noun, object: unknown, written: 'read' | 'made' | 'changed') => Given
  removed: Given
  /** Errors by field, or of the whole request. */
  refuse: (status: 400 | 401 | 404 | 405 | 409, errors: Record<string, string> | string) => Given
}

const groups: readonly ToolGroup[] = ['api', 'transform', 'condition', 'agent', 'code', 'global']
const required = 'This field is required.'

function importFlow(stub: Stub, asked: Asked, store: Store): Given {
  const graph = stub.imported(asked.body)
  if (graph === null) return stub.refuse(400, { template: 'This is not an export of this service.' })
  return stub.single('flow', stub.detail(store.addFlow(graph)), 'made')
}

function writeFlow(stub: Stub, asked: Asked, store: Store, flow: FlowFact | null): Given {
  const body = fieldsOf(asked.body)
  const name = textOf(body[stub.fields.name])
  const about = textOf(body[stub.fields.about])
  if (flow === null && name === undefined) return stub.refuse(400, { [stub.fields.name]: required })
  if (name?.trim() === '') return stub.refuse(400, { [stub.fields.name]: 'This field may not be blank.' })
  if (flow === null) {
    const made = store.addFlow({ name: name ?? '', about: about ?? '', nodes: [], edges: [] })
    return stub.single('flow', stub.detail(made), 'made')
  }
  store.rename(flow, { name, about })
  return stub.single('flow', stub.detail(flow), 'changed')
}

function flows(stub: Stub, asked: Asked, store: Store): Given {
  const { method } = asked
  const [, id, action, more] = asked.path
  if (id === undefined) {
    if (method === 'POST') return writeFlow(stub, asked, store, null)
    const rows = store.facts.flows.filter((flow) => stub.matches.flow(asked, flow))
    return stub.list(asked, 'flow', rows.map(stub.summary))
  }
  if (id === 'import') return method === 'POST' ? importFlow(stub, asked, store) : stub.refuse(405, 'Only POST.')
  const flow = store.flow(stub.keyOf(id))
  if (flow === undefined || more !== undefined) return stub.refuse(404, 'Not found.')
  if (action === 'export' && method === 'GET') return stub.exported(flow)
  if (action !== undefined) return stub.refuse(404, 'Not found.')
  if (method === 'PATCH') return writeFlow(stub, asked, store, flow)
  if (method === 'GET') return stub.single('flow', stub.detail(flow), 'read')
  if (method !== 'DELETE') return stub.refuse(405, `No ${method}.`)
  store.removeFlow(flow.key)
  return stub.removed
}

function makeTool(stub: Stub, asked: Asked, store: Store): Given {
  const body = fieldsOf(asked.body)
  const { fields, ownToolField } = stub
  const group = wordOf(groups, body[fields.group])
  const errors: Record<string, string> = {}
  if (textOf(body[fields.name]) === undefined) errors[fields.name] = required
  if (ownToolField !== null && (textOf(body[ownToolField]) ?? '') === '') errors[ownToolField] = required
  if (group === undefined) errors[fields.group] = 'This is none of the six categories.'
  if (Object.keys(errors).length > 0 || group === undefined) return stub.refuse(400, errors)
  const setup = body[fields.setup]
  const made = store.addTool({
    slug: textOf(body[fields.slug]) ?? 'tool',
    name: textOf(body[fields.name]) ?? '',
    about: textOf(body[fields.about]) ?? '',
    group,
    setup: isObject(setup) ? setup : {},
  })
  return stub.single('tool', stub.tool(made), 'made')
}

/** Answers a request about facts that it may change. */
export function answerOf(stub: Stub, asked: Asked, store: Store): Given {
  if (!isSignedIn(stub.signIn, asked.headers)) return stub.refuse(401, 'Sign in first.')
  const { facts } = store
  const path = asked.path.join('/')
  const there = Object.hasOwn(stub.moved, path) ? stub.moved[path] : undefined
  if (there !== undefined) return { status: 302, headers: { location: `${stub.base}/${there}/${asked.search}` } }
  const address = Object.keys(stub.moved).find((from) => stub.moved[from] === path) ?? path
  if (asked.path[0] === 'flow') return flows(stub, asked, store)
  if (address === 'tool' && asked.method === 'POST') return makeTool(stub, asked, store)
  const rows = (noun: Noun): unknown[] | null => {
    if (noun === 'tool') return facts.tools.filter((one) => stub.matches.tool(asked, one)).map(stub.tool)
    if (noun === 'channel') return facts.channels.map((one) => stub.channel(one, store))
    if (noun === 'run')
      return facts.runs.filter((one) => stub.matches.run(asked, one)).map((one) => stub.run(one, store))
    return facts.talks.filter((one) => stub.matches.talk(asked, one)).map((one) => stub.talk(one, store))
  }
  const lists: Record<string, Noun> = {
    tool: 'tool',
    channel: 'channel',
    conversation: 'conversation',
    'billing/runs': 'run',
  }
  const noun = Object.hasOwn(lists, address) ? lists[address] : undefined
  if (noun === undefined && address !== 'billing/balance') return stub.refuse(404, 'Not found.')
  if (asked.method !== 'GET') return stub.refuse(405, `No ${asked.method}.`)
  return noun === undefined ? stub.balance(store) : stub.list(asked, noun, rows(noun) ?? [])
}
