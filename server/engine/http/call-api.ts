/** API calls of API nodes, agents' tools and trials. */
import { createHash } from 'node:crypto'
import { isRecord, listOf, numberOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { OutgoingError, type EngineTools, type HttpAnswer } from '#server/engine/engine-tools.ts'
import type { CostLine, Spends } from '#server/engine/node.ts'
import { joinFilled, mapFilled, mark, plain, type Filled } from '#server/engine/text/masked-value.ts'
import { fillUrl, UrlError } from './url.ts'

/** Dependencies of a call within a step. */
export interface CallContext {
  tools: EngineTools
  /** The same for repetitions of a call; its hash is sent as Idempotency-Key. */
  key: string
  signal: AbortSignal
  text(template: string, input?: Filled): Promise<Filled<string>>
  fill(value: Json, input?: Filled): Promise<Filled>
  derived(pieces: readonly Json[]): void
  asked(input: Json): void
  /** Whether a text contains a secret used in this step. */
  holdsSecret(text: string): boolean
  /** Absent if cost is not recorded. */
  spends?: Spends
}

export type CallOutcome =
  | { ok: true; output: Json; costs: CostLine[] }
  | { ok: false; code: string; message: string; retryable: boolean; output?: Json; costs: CostLine[] }

/** Timeout of a call that configures none. */
const defaultTimeoutMs = 30_000
const maxTimeoutMs = 600_000

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** Statuses after which a retry may succeed. */
const passing: ReadonlySet<number> = new Set([
  408, 425, 429, 500, 502, 503, 504, 507, 508, 509, 520, 521, 522, 523, 524,
])
/** Response headers passed to flows; others may contain cookies, and take space in every recorded step. */
const keptHeaders = [
  'content-type',
  'etag',
  'last-modified',
  'link',
  'location',
  'retry-after',
  'x-request-id',
  'x-total-count',
]
/** Headers controlled by the connection. */
const ownHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
/**
 * Display name of a host that contains a secret; null if it contains none. Needed because URL converts hosts to
 * punycode and lower case, in which a secret is not recognised for masking.
 */
function maskedHost(recorded: string): string | null {
  const host = recorded.match(/^(?:https?:\/\/)?([^/?#\\]*)/i)?.[1] ?? ''
  if (!host.includes(mark)) return null
  return host === mark ? 'The host' : host
}

/** Error codes of requests that were not sent, and cost nothing. */
const unsent: ReadonlySet<string> = new Set(['refused_address', 'bad_url', 'bad_request', 'unreachable'])

interface Prepared {
  method: string
  url: Filled<string>
  headers: Filled<Record<string, string>>
  /** Authentication headers; never recorded. */
  signing: Record<string, string>
  /** Body as sent; undefined = no body. */
  body: string | undefined
  said: Filled
  timeoutMs: number
  expect: number[]
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const entriesOf = (value: Json): [string, string][] =>
  Object.entries(recordOf(value)).map(([name, text]) => [name, text === null ? '' : asText(text)])

/** Rendered config, overridden by the given values. */
async function textsOf(
  value: Json | undefined,
  given: Filled | undefined,
  context: CallContext,
  input: Filled | undefined,
): Promise<Filled<[string, string][]>> {
  const filled = await context.fill(recordOf(value), input)
  return joinFilled(filled, given ?? plain(null), (own, other) => [...entriesOf(own), ...entriesOf(other)])
}

async function signingOf(
  config: JsonRecord,
  context: CallContext,
  input: Filled | undefined,
): Promise<Record<string, string>> {
  const auth = recordOf(config['auth'])
  const text = async (key: string) => (await context.text(textOf(auth[key]), input)).wire
  switch (auth['kind']) {
    case 'bearer':
      return { authorization: `Bearer ${await text('secret')}` }
    case 'basic': {
      const pair = `${await text('user')}:${await text('secret')}`
      const encoded = Buffer.from(pair).toString('base64')
      context.derived([encoded])
      return { authorization: `Basic ${encoded}` }
    }
    case 'header':
      return { [(textOf(auth['header']) || 'x-api-key').toLowerCase()]: await text('secret') }
    default:
      return {}
  }
}

/** Body as text, with its content type. */
function bodyOf(body: Json, type: string): { text: string; type: string } {
  if (typeof body === 'string') return { text: body, type: type || 'text/plain; charset=utf-8' }
  if (type.startsWith('application/x-www-form-urlencoded') && isRecord(body)) {
    const fields = Object.entries(body).map(([name, value]) => [name, asText(value)])
    return { text: new URLSearchParams(fields).toString(), type }
  }
  return { text: JSON.stringify(body), type: type || 'application/json' }
}

/** Rendered values from the call itself, which override the config. */
export interface Given {
  query?: Filled
  headers?: Filled
  body?: Filled
}

/** Merges the given body into the configured one if both are objects; otherwise replaces it. */
const bodyWith = (body: Json, given: Json): Json =>
  isRecord(body) && isRecord(given) ? { ...body, ...given } : (given ?? body)

const headersOf = (entries: readonly [string, string][]): Record<string, string> =>
  Object.fromEntries(
    entries.map(([name, value]) => [name.toLowerCase(), value] as const).filter(([name]) => !ownHeaders.has(name)),
  )

async function prepare(
  config: JsonRecord,
  input: Filled | undefined,
  given: Given,
  context: CallContext,
): Promise<Prepared> {
  const method = (textOf(config['method']) || 'GET').toUpperCase()
  const query = mapFilled(await textsOf(config['query'], given.query, context, input), (entries) =>
    Object.entries(Object.fromEntries(entries)),
  )
  const url = await fillUrl(textOf(config['url']), query, (template) => context.text(template, input))
  const headers = mapFilled(await textsOf(config['headers'], given.headers, context, input), headersOf)
  const takesBody = method !== 'GET' && method !== 'HEAD'
  const said = takesBody
    ? joinFilled(await context.fill(config['body'] ?? null, input), given.body ?? plain(null), bodyWith)
    : plain(null)
  const body = said.wire === null ? undefined : bodyOf(said.wire, headers.wire['content-type'] ?? '')
  if (body) {
    headers.record['content-type'] ??= body.type
    headers.wire['content-type'] = body.type
  }
  const expect = listOf(config['expect']).flatMap((status) => numberOf(status) ?? [])
  const timeoutMs = Math.min(Math.max(numberOf(config['timeout_ms']) ?? defaultTimeoutMs, 1), maxTimeoutMs)
  const signing = await signingOf(config, context, input)
  return { method, url, headers, signing, body: body?.text, said, timeoutMs, expect }
}

/**
 * Output of a call: the fields of a JSON object, and `status`, `headers`, `body`. Fields of these names cannot
 * replace the values of the call, so that a response cannot fake its status; they are available in `body`.
 */
function outputOf({ status, headers, body, problem }: HttpAnswer): JsonRecord {
  const kept = keptHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]))
  return {
    ...(isRecord(body) ? body : {}),
    ...(problem === null ? {} : { problem }),
    status,
    headers: Object.fromEntries(kept),
    body,
  }
}

const isExpected = (status: number, expect: readonly number[]) =>
  expect.length > 0 ? expect.includes(status) : status >= 200 && status < 300

/**
 * Sends the request and returns the result. Never throws for errors of the server or the config. `input`: value of `{{
 * input.x }}` in a tool's config; undefined for a node's own.
 */
export async function callApi(
  config: JsonRecord,
  input: Filled | undefined,
  context: CallContext,
  given: Given = {},
): Promise<CallOutcome> {
  const { tools, signal, key } = context
  const costs: CostLine[] = [
    { kind: 'api', label: 'API call', quantity: 1, unit: 'call', micros: tools.prices.apiCall },
  ]
  let prepared: Prepared
  try {
    prepared = await prepare(config, input, given, context)
  } catch (error) {
    if (!(error instanceof UrlError)) throw error
    return { ok: false, code: 'bad_url', message: error.message, retryable: false, costs: [] }
  }
  const { method, headers, signing, body, said, timeoutMs, expect } = prepared
  const url = prepared.url.wire
  const shownHost = maskedHost(prepared.url.record)
  // A response may repeat the host in this form, for example in a redirect.
  if (shownHost !== null) context.derived([new URL(url).hostname])
  const recorded = { method, url: prepared.url.record, headers: headers.record }
  context.asked(body === undefined ? recorded : { ...recorded, body: said.record })
  const once: Record<string, string> = {}
  if (writes.has(method)) once['idempotency-key'] = createHash('sha256').update(key).digest('hex')
  await context.spends?.(costs)
  try {
    const answer = await tools.outgoing.request({
      method,
      url,
      headers: { accept: 'application/json, */*;q=0.5', ...once, ...headers.wire, ...signing },
      timeoutMs,
      signal,
      ...(shownHost === null ? {} : { shownHost }),
      ...(body === undefined ? {} : { body, hasSecretBody: context.holdsSecret(body) }),
    })
    const output = outputOf(answer)
    if (isExpected(answer.status, expect)) return { ok: true, output, costs }
    const message = `${shownHost ?? new URL(url).host} returned status ${answer.status}, which is not expected.`
    return { ok: false, code: 'unexpected_status', message, retryable: passing.has(answer.status), output, costs }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    const { code, message, retryable } = error
    return { ok: false, code, message, retryable, costs: unsent.has(code) ? [] : costs }
  }
}
