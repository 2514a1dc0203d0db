/** Answers the console's requests below `/api` from a product, through its connector. */
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { me } from '#contract/account.ts'
import { allEndpoints } from '#contract/api.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import type { SignInHelp } from '#contract/product.ts'
import { attachment } from '#lib/text/file-name.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { Fault } from '#server/base/fault.ts'
import { validated } from '#server/base/field-errors.ts'
import type { Prices } from '#server/base/prices.ts'
import { displayBase } from '#server/base/proxy-settings.ts'
import { readBody } from '#server/protocol/body.ts'
import { contentTag, etagOf } from '#server/protocol/etag.ts'
import { headerOf, isRead, type Incoming } from '#server/protocol/incoming.ts'
import { checkOrigin } from '#server/protocol/origin.ts'
import { withPageLinks } from '#server/protocol/page-links.ts'
import { queryReader } from '#server/protocol/query.ts'
import type { Request } from '#server/protocol/request-frame.ts'
import { securityHeaders } from '#server/protocol/security-headers.ts'
import { ifMatch, versionIn } from '#server/protocol/version-check.ts'
import type { Forwarder } from '#server/proxy/forward.ts'
import { mountedAt } from '#server/proxy/target.ts'
import { addressOf, FileAnswer, type Connection, type ProductConnector, type Question } from './connector.ts'
import { ConnectionCache } from './connection-cache.ts'
import { meOf } from './me-answer.ts'
import { makeProductClient, type ProductAgent, type ProductClient } from './product-client.ts'

/** Nesting of a body: a file of a product in a request. */
const bodyDepth = 1000

export interface ConnectorServerOptions {
  product: ProductConnector
  /** Address of the product's API. */
  base: URL
  agent: ProductAgent
  /** Address of the product for browsers, without a trailing slash. */
  publicBase: string
  /** Used if a request has no key; null = people sign in with their own. */
  apiKey: string | null
  prices: Prices
  currency: string
  /** Name and version of the console, for the log of the product. */
  agentName: string
  /** Public origin of the console; null = derived from the Host header. */
  publicUrl: URL | null
  /** Path of the console above `/api`, of one service among several: "/services/n8n". */
  prefix?: string
  now?: () => Date
}

/** ms for which a key counts as accepted without asking: somebody whose key was revoked sees no kept list for longer. */
const keyCheckMs = 10_000

interface OpenConnection extends Connection {
  client: ProductClient
  /** Time of the last request that the product answered. */
  checkedAt: number
}

interface Route {
  endpoint: AnyEndpoint
  pattern: RegExp
  readQuery: ReturnType<typeof queryReader>
}

const routes: readonly Route[] = allEndpoints
  // Fixed segments before parameters: /flow/import/ must not match the flow with the id "import".
  .toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
  .map((endpoint) => ({
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    readQuery: queryReader(endpoint),
  }))

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function routeOf(method: string, path: string): { route: Route; params: Record<string, string> } | null {
  const verb = method === 'HEAD' ? 'GET' : method
  for (const route of routes) {
    const found = route.endpoint.method === verb ? route.pattern.exec(path) : null
    if (found)
      return {
        route,
        params: Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, text]) => [name, decoded(text)])),
      }
  }
  return null
}

/** The key of a request: `Authorization: Bearer …` or `Token …`, or `X-API-Key`; null if it has none. */
function keyIn(incoming: Incoming): string | null {
  const [, key] = /^(?:bearer|token)\s+(\S.*)$/i.exec(headerOf(incoming, 'authorization') ?? '') ?? []
  return key?.trim() ?? headerOf(incoming, 'x-api-key')
}

/** Connections are kept by a digest: the key itself stays in the headers of its client alone. */
const connectionName = (key: string | null): string =>
  createHash('sha256')
    .update(key ?? '')
    .digest('base64')

interface Answer {
  status: number
  body: string | null
  headers: Record<string, string>
}

const json = { 'content-type': 'application/json', 'cache-control': 'private, no-cache' }

/** `version` of an object with versions; null if the product gives none. */
const versionOf = (body: unknown): number | null =>
  typeof body === 'object' && body !== null && 'version' in body && typeof body.version === 'number'
    ? body.version
    : null

function answerOf(endpoint: AnyEndpoint, body: unknown, incoming: Incoming, publicUrl: URL | null): Answer {
  if (body instanceof FileAnswer)
    return {
      status: endpoint.success,
      body: body.text,
      headers: { ...json, 'content-type': body.type, 'content-disposition': attachment(body.name) },
    }
  if (endpoint.success === 204) return { status: 204, body: null, headers: {} }
  const text = JSON.stringify(withPageLinks(body, incoming, publicUrl))
  const version = endpoint.hasVersion ? versionOf(body) : null
  const etag = version === null ? contentTag(text) : etagOf(version, text)
  if (isRead(incoming.method) && headerOf(incoming, 'if-none-match') === etag)
    return { status: 304, body: null, headers: { ...json, etag } }
  return { status: endpoint.success, body: text, headers: { ...json, etag } }
}

async function questionOf(
  { endpoint, readQuery }: Route,
  params: Record<string, string>,
  incoming: Incoming,
): Promise<Question> {
  const { query, filter } = readQuery(incoming.query)
  if (endpoint.method === 'GET') return { params, query, filter, body: null, expected: null }
  const { value } = await readBody(incoming, endpoint.bodyLimit, (bytes) => {
    if (bytes.length === 0) return Promise.resolve(undefined)
    const read = parseJson(bytes.toString('utf8'), { depth: bodyDepth })
    if (!read.ok) throw new Fault('malformed_json', `Line ${read.line}, column ${read.column}: ${read.message}`)
    return Promise.resolve(read.value)
  })
  const body = endpoint.body === null ? null : validated(endpoint.body, value)
  return { params, query, filter, body, expected: ifMatch(endpoint, incoming) ?? versionIn(endpoint, body) }
}

/** Writes that a browser marks as coming from another page are refused, since API_KEY would sign them in. */
function refuseForeignWrites(incoming: Incoming, publicUrl: URL | null): void {
  if (isRead(incoming.method)) return
  if (headerOf(incoming, 'sec-fetch-site') === null && headerOf(incoming, 'origin') === null) return
  checkOrigin(incoming, { publicUrl, trustProxy: 0 })
}

/** How to get a key; null if the product can be used without one. */
const signInHelp = ({ kind, title, signIn }: ProductConnector, publicBase: string): SignInHelp | null =>
  signIn && {
    kind,
    title,
    label: signIn.label,
    steps: signIn.steps,
    url: signIn.path === null ? null : `${publicBase}${signIn.path}`,
  }

/** A connector in the place of the forwarder to a service that has the contract's API itself. */
export function makeConnectorServer(options: ConnectorServerOptions): Forwarder {
  const { product, agent, apiKey, prices, currency, agentName, publicUrl, prefix = '' } = options
  const { base, scope } = addressOf(product, options.base)
  const publicBase = displayBase(addressOf(product, new URL(options.publicBase)).base)
  const { now = () => new Date() } = options
  const { title, signIn } = product
  const connections = new ConnectionCache<OpenConnection>()
  const noKeyMessage = `Sign in to ${title} with your key.`

  /** `name`: of its key among the connections. */
  const open = (key: string | null, name: string): OpenConnection => {
    const headers = { 'user-agent': agentName, ...(key === null ? {} : product.headersFor(key)) }
    const client = makeProductClient({ title, base, agent, headers, onRefused: () => connections.forget(name) })
    const connection = product.connect({ client, scope, publicBase, prices, currency, key, now })
    return { ...connection, client, checkedAt: 0 }
  }

  /** A refused or missing key, with the way to a new one. */
  const refusal = (message: string): Fault =>
    new Fault('not_authenticated', message, { more: { sign_in: signInHelp(product, publicBase) } })

  /** Asks the product whether it still accepts the key, if an answer comes from memory alone. */
  const checkKey = async (connection: OpenConnection, requestsBefore: number): Promise<void> => {
    const at = performance.now()
    const { client, checkedAt } = connection
    if (client.requestCount === requestsBefore && at - checkedAt > keyCheckMs) await connection.caller()
    connection.checkedAt = client.requestCount === requestsBefore ? checkedAt : at
  }

  const ask = async (connection: OpenConnection, endpoint: AnyEndpoint, question: () => Promise<Question>) => {
    if (endpoint.id === me.read.id) return meOf(product, connection, await connection.caller(), currency)
    const found = connection.handlers.find((one) => one.endpoint.id === endpoint.id)
    if (!found) throw new Fault('not_found', `${title} does not have this.`)
    const { requestCount } = connection.client
    const body = await found.handle(await question())
    await checkKey(connection, requestCount)
    return body
  }

  const answer = async (incoming: Incoming): Promise<Answer> => {
    const path = incoming.path.slice(mountedAt.length)
    const found = routeOf(incoming.method, path)
    if (!found) throw new Fault('not_found', 'Nothing exists at this path.')
    refuseForeignWrites(incoming, publicUrl)
    const { route, params } = found
    const key = keyIn(incoming) ?? apiKey
    if (key === null && signIn !== null && signIn.isOptional !== true) throw refusal(noKeyMessage)
    const name = connectionName(key)
    const connection = connections.get(name, () => open(key, name))
    try {
      const body = await ask(connection, route.endpoint, () => questionOf(route, params, incoming))
      return answerOf(route.endpoint, body, { ...incoming, path: prefix + incoming.path }, publicUrl)
    } catch (error) {
      if (error instanceof Fault && error.code === 'not_authenticated')
        throw refusal(key === null ? noKeyMessage : error.message)
      throw error
    }
  }

  const forward = async ({ incoming, id }: Request, response: ServerResponse): Promise<number> => {
    const { status, body, headers } = await answer(incoming)
    const bytes = body === null ? null : Buffer.from(body)
    response.writeHead(status, {
      ...securityHeaders(publicUrl?.protocol === 'https:'),
      ...headers,
      ...(bytes === null ? {} : { 'content-length': bytes.byteLength }),
      'x-request-id': id,
    })
    response.end(incoming.method === 'HEAD' ? undefined : bytes)
    return status
  }

  return { forward, close: () => connections.clear() }
}
