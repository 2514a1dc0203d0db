/** Requests to a product: with its key, to its own address alone, answers checked by a schema. */
import { Agent, buildConnector, request as send, type Dispatcher } from 'undici'
import type { z } from 'zod'
import { depthOf, type Json } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { basePath } from '#server/base/proxy-settings.ts'
import { Fault } from '#server/base/fault.ts'
import { serviceFault, ServiceTimeout } from '#server/proxy/service-failure.ts'
import { productFault } from './product-fault.ts'

/** ms until the connection; longer usually means a silent firewall. */
const connectTimeout = 10_000
/** ms of silence that count as a failure: an operator waits no longer for a list. */
const silenceTimeout = 30_000
/** Largest answer: a page of 250 workflows of 150 kB each, or one workflow of 32 MB with the data of a run. */
const maxAnswerBytes = 128 * 1024 * 1024
/** Nesting of an answer: data of runs contain whatever the flow processed. */
const maxDepth = 1000
/** Connections to one product at the same time: more would take its workers from its own users. */
const maxConnections = 6

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface ProductRequest {
  method?: Method
  /** Values that are undefined are left out; an array repeats its name. */
  query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, with its content type; instead of `body`. */
  text?: { content: string; type: string }
}

/** An answer of any status. */
export interface RawAnswer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

export interface ProductClient {
  /** Name of the product, for messages. */
  readonly title: string
  readonly base: URL
  /** Number of requests so far. */
  readonly requestCount: number
  /** The answer, whatever its status. Throws a Fault if there is none (unreachable, silent, too large, a redirect). */
  ask(path: string, request?: ProductRequest): Promise<RawAnswer>
  /** The JSON of a successful answer in the form of `schema`. Throws a Fault for any other answer. */
  json<S extends z.ZodType>(schema: S, path: string, request?: ProductRequest): Promise<z.output<S>>
  /** The text of a successful answer. Throws a Fault for any other answer. */
  text(path: string, request?: ProductRequest): Promise<string>
}

/** Connections to one product, shared by all keys. */
export interface ProductAgent {
  dispatcher: Dispatcher
  /** ms until the answer begins, and between two parts of it. */
  silence: number
  close(): void
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const otherHostCode = 'ERR_TLS_CERT_ALTNAME_INVALID'

/** A certificate for another host name. */
class OtherHostError extends Error {}

// Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect.
const open = buildConnector({ timeout: connectTimeout, rejectUnauthorized: true })

/** undici 7.30 never ends a request to "localhost" whose error has Node's code for this (client.js, handleConnectError). */
const connect: buildConnector.connector = (options, done) =>
  open(options, (...[error, socket]) => {
    if (error === null) done(null, socket)
    else done(codeOf(error) === otherHostCode ? new OtherHostError(error.message, { cause: error }) : error, null)
  })

export function makeProductAgent(silence = silenceTimeout): ProductAgent {
  const agent = new Agent({
    connections: maxConnections,
    connect,
    headersTimeout: silence,
    bodyTimeout: silence,
    maxResponseSize: maxAnswerBytes,
  })
  return { dispatcher: agent, silence, close: () => void agent.destroy() }
}

export interface ClientOptions {
  title: string
  base: URL
  agent: ProductAgent
  /** Headers of every request: those that sign in, and the user agent. */
  headers: Readonly<Record<string, string>>
  /** Called if the product does not accept the key, also in work that nobody waits for. */
  onRefused?: () => void
}

/** The fault for a request without an answer. */
function failure(error: unknown, { base, title, agent }: ClientOptions, isWrite: boolean): Fault {
  switch (codeOf(error)) {
    case 'UND_ERR_CONNECT_TIMEOUT':
      return serviceFault(new ServiceTimeout('connect', connectTimeout), base, isWrite)
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return serviceFault(new ServiceTimeout('answer', agent.silence), base, isWrite)
    case 'UND_ERR_RES_EXCEEDED_MAX_SIZE':
      return new Fault(
        'upstream_broken',
        `${title} answered with more than ${maxAnswerBytes / 1024 / 1024} MB, the limit of this console.`,
      )
    default:
      return serviceFault(error instanceof OtherHostError ? error.cause : error, base, isWrite)
  }
}

/** Segments that URLs resolve: "." and "..", also encoded. */
const dotSegment = /\/(?:\.|%2e){1,2}(?=[/?#]|$)/i

function targetOf({ base, title }: ClientOptions, path: string, query: ProductRequest['query']): URL {
  const url = new URL(`${base.origin}${basePath(base)}${path}`)
  // An id like ".." would lead to another endpoint.
  if (dotSegment.test(path)) throw new Fault('not_found', `${title} does not have this.`)
  for (const [name, value] of Object.entries(query ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) url.searchParams.append(name, String(one))
  return url
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304

/** Shorter header values are no keys but versions and other words. */
const shortestKey = 8

/** Path without its query and ids, for messages: "/api/v1/workflows". */
const shownPath = (path: string): string => path.replace(/\?.*$/, '')

/** Problems of a text that is JSON, but that the console would not store. */
const harmless = new Set(['duplicate_key', 'nul', 'surrogate', 'number'])

/**
 * The JSON of an answer. Data of runs contain half characters, NUL and long integers; what they lose in JavaScript is
 * better than no answer.
 */
function answerJson(body: string): { ok: true; value: Json } | { ok: false } {
  const read = parseJson(body, { depth: maxDepth })
  if (read.ok || !harmless.has(read.code)) return read
  try {
    const value: Json = JSON.parse(body, (name, one: Json) => (name === '__proto__' ? undefined : one))
    return depthOf(value) > maxDepth ? { ok: false } : { ok: true, value }
  } catch {
    return { ok: false }
  }
}

/** The target of a redirect might be another origin, which must never see the key. */
const redirectFault = (base: URL, path: string): Fault =>
  new Fault(
    'upstream_redirect',
    `${base.host} redirects ${shownPath(path)}. The console does not follow, to protect the key. Change API_BASE_URL to the final address.`,
  )

/** A text of the product without the key, which some products repeat in their errors. */
const withoutKey = (body: string, headers: ClientOptions['headers']): string =>
  Object.entries(headers)
    .filter(([name]) => name !== 'user-agent')
    .flatMap(([, value]) => [value, value.replace(/^\w+ /, '')])
    .filter((secret) => secret.length >= shortestKey)
    .reduce((text, secret) => text.replaceAll(secret, '***'), body)

export function makeProductClient(options: ClientOptions): ProductClient {
  const { title, base, agent, headers: always, onRefused } = options
  let requestCount = 0

  const ask = async (path: string, { method = 'GET', query, headers, body, text }: ProductRequest = {}) => {
    const sent = text?.content ?? (body === undefined ? null : JSON.stringify(body))
    const type = text?.type ?? (body === undefined ? null : 'application/json')
    requestCount += 1
    try {
      const answer = await send(targetOf(options, path, query), {
        method,
        dispatcher: agent.dispatcher,
        headers: {
          accept: 'application/json',
          ...always,
          ...(type === null ? {} : { 'content-type': type }),
          ...headers,
        },
        body: sent,
      })
      const { statusCode: status, headers: received } = answer
      if (isRedirect(status)) {
        await answer.body.dump()
        throw redirectFault(base, path)
      }
      return { status, headers: received, body: await answer.body.text() }
    } catch (error) {
      throw error instanceof Fault ? error : failure(error, options, method !== 'GET')
    }
  }

  const succeed = async (path: string, request: ProductRequest): Promise<RawAnswer> => {
    const answer = await ask(path, request)
    const { status, headers, body } = answer
    if (status >= 200 && status < 300) return answer
    if (status === 401) onRefused?.()
    const retryAfter = headers['retry-after']
    const wait = typeof retryAfter === 'string' ? retryAfter : null
    throw productFault(title, { status, body: withoutKey(body, always), retryAfter: wait })
  }

  const unknownForm = (path: string, where: string): Fault =>
    new Fault(
      'upstream_broken',
      `${title} answered ${shownPath(path)} in a form that this console does not know (${where}). Its version may be too old or too new.`,
    )

  return {
    title,
    base,
    get requestCount() {
      return requestCount
    },
    ask,
    json: async (schema, path, request = {}) => {
      const { body } = await succeed(path, request)
      const json = answerJson(body)
      if (!json.ok) throw unknownForm(path, body.trimStart().startsWith('<') ? 'a web page' : 'not JSON')
      const read = schema.safeParse(json.value)
      if (read.success) return read.data
      const [issue] = read.error.issues
      throw unknownForm(path, issue?.path.map(String).join('.') || 'its form')
    },
    text: async (path, request = {}) => (await succeed(path, request)).body,
  }
}
