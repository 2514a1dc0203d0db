/** API calls of API nodes, agents' tools and trials. */
import { createHash } from 'node:crypto'
import { isRecord, listOf, numberOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { OutgoingError, type EngineTools, type HttpResponse } from '#server/engine/engine-tools.ts'
import type { CostLine, ReportCosts } from '#server/engine/node.ts'
import {
  mergeRendered,
  mapRendered,
  secretMark,
  withoutSecrets,
  type RenderedValue,
} from '#server/engine/text/masked-value.ts'
import { fillUrl, UrlError } from './url.ts'

/** Dependencies of a call within a step. */
export interface CallContext {
  tools: EngineTools
  /** The same for repetitions of a call; its hash is sent as Idempotency-Key. */
  key: string
  signal: AbortSignal
  text(template: string, input?: RenderedValue): Promise<RenderedValue<string>>
  fill(value: Json, input?: RenderedValue): Promise<RenderedValue>
  registerDerived(pieces: readonly Json[]): void
  onRequest(input: Json): void
  /** Whether a text contains a secret used in this step. */
  containsSecret(text: string): boolean
  /** Absent if cost is not recorded. */
  reportCosts?: ReportCosts
}

export type CallOutcome =
  | { ok: true; output: Json; costs: CostLine[] }
  | { ok: false; code: string; message: string; retryable: boolean; output?: Json; costs: CostLine[] }

/** Timeout of a call that configures none. */
const defaultTimeoutMs = 30_000
const maxTimeoutMs = 600_000

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** Statuses after which a retry may succeed. */
const retryableStatuses: ReadonlySet<number> = new Set([
  408, 425, 429, 500, 502, 503, 504, 507, 508, 509, 520, 521, 522, 523, 524,
])
/** Response headers passed to flows; others may contain cookies, and take space in every recorded step. */
const outputHeaders = [
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
const connectionHeaders: ReadonlySet<string> = new Set([
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
  if (!host.includes(secretMark)) return null
  return host === secretMark ? 'The host' : host
}

/** Error codes of requests that were not sent, and cost nothing. */
const unsentCodes: ReadonlySet<string> = new Set(['refused_address', 'bad_url', 'bad_request', 'unreachable'])

interface PreparedRequest {
  method: string
  url: RenderedValue<string>
  headers: RenderedValue<Record<string, string>>
  /** Authentication headers; never recorded. */
  authHeaders: Record<string, string>
  /** Body as sent; undefined = no body. */
  body: string | undefined
  bodyValue: RenderedValue
  timeoutMs: number
  expect: number[]
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const entriesOf = (value: Json): [string, string][] =>
  Object.entries(recordOf(value)).map(([name, text]) => [name, text === null ? '' : asText(text)])

/** Rendered config, overridden by the given values. */
async function renderEntries(
  value: Json | undefined,
  overrides: RenderedValue | undefined,
  context: CallContext,
  input: RenderedValue | undefined,
): Promise<RenderedValue<[string, string][]>> {
  const filled = await context.fill(recordOf(value), input)
  return mergeRendered(filled, overrides ?? withoutSecrets(null), (own, other) => [
    ...entriesOf(own),
    ...entriesOf(other),
  ])
}

async function authHeadersOf(
  config: JsonRecord,
  context: CallContext,
  input: RenderedValue | undefined,
): Promise<Record<string, string>> {
  const auth = recordOf(config['auth'])
  const text = async (key: string) => (await context.text(textOf(auth[key]), input)).wire
  switch (auth['kind']) {
    case 'bearer':
      return { authorization: `Bearer ${await text('secret')}` }
    case 'basic': {
      const pair = `${await text('user')}:${await text('secret')}`
      const encoded = Buffer.from(pair).toString('base64')
      context.registerDerived([encoded])
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
export interface CallOverrides {
  query?: RenderedValue
  headers?: RenderedValue
  body?: RenderedValue
}

/** Merges the given body into the configured one if both are objects; otherwise replaces it. */
const mergeBodies = (body: Json, overrides: Json): Json =>
  isRecord(body) && isRecord(overrides) ? { ...body, ...overrides } : (overrides ?? body)

const headersOf = (entries: readonly [string, string][]): Record<string, string> =>
  Object.fromEntries(
    entries
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !connectionHeaders.has(name)),
  )

async function prepare(
  config: JsonRecord,
  input: RenderedValue | undefined,
  overrides: CallOverrides,
  context: CallContext,
): Promise<PreparedRequest> {
  const method = (textOf(config['method']) || 'GET').toUpperCase()
  const query = mapRendered(await renderEntries(config['query'], overrides.query, context, input), (entries) =>
    Object.entries(Object.fromEntries(entries)),
  )
  const url = await fillUrl(textOf(config['url']), query, (template) => context.text(template, input))
  const headers = mapRendered(await renderEntries(config['headers'], overrides.headers, context, input), headersOf)
  const takesBody = method !== 'GET' && method !== 'HEAD'
  const bodyValue = takesBody
    ? mergeRendered(
        await context.fill(config['body'] ?? null, input),
        overrides.body ?? withoutSecrets(null),
        mergeBodies,
      )
    : withoutSecrets(null)
  const body = bodyValue.wire === null ? undefined : bodyOf(bodyValue.wire, headers.wire['content-type'] ?? '')
  if (body) {
    headers.record['content-type'] ??= body.type
    headers.wire['content-type'] = body.type
  }
  const expect = listOf(config['expect']).flatMap((status) => numberOf(status) ?? [])
  const timeoutMs = Math.min(Math.max(numberOf(config['timeout_ms']) ?? defaultTimeoutMs, 1), maxTimeoutMs)
  const authHeaders = await authHeadersOf(config, context, input)
  return { method, url, headers, authHeaders, body: body?.text, bodyValue, timeoutMs, expect }
}

/**
 * Output of a call: the fields of a JSON object, and `status`, `headers`, `body`. Fields of these names cannot
 * replace the values of the call, so that a response cannot fake its status; they are available in `body`.
 */
function outputOf({ status, headers, body, problem }: HttpResponse): JsonRecord {
  const shown = outputHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]))
  return {
    ...(isRecord(body) ? body : {}),
    ...(problem === null ? {} : { problem }),
    status,
    headers: Object.fromEntries(shown),
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
  input: RenderedValue | undefined,
  context: CallContext,
  overrides: CallOverrides = {},
): Promise<CallOutcome> {
  const { tools, signal, key } = context
  const costs: CostLine[] = [
    { kind: 'api', label: 'API call', quantity: 1, unit: 'call', micros: tools.prices.apiCall },
  ]
  let prepared: PreparedRequest
  try {
    prepared = await prepare(config, input, overrides, context)
  } catch (error) {
    if (!(error instanceof UrlError)) throw error
    return { ok: false, code: 'bad_url', message: error.message, retryable: false, costs: [] }
  }
  const { method, headers, authHeaders, body, bodyValue, timeoutMs, expect } = prepared
  const url = prepared.url.wire
  const shownHost = maskedHost(prepared.url.record)
  // A response may repeat the host in this form, for example in a redirect.
  if (shownHost !== null) context.registerDerived([new URL(url).hostname])
  const recorded = { method, url: prepared.url.record, headers: headers.record }
  context.onRequest(body === undefined ? recorded : { ...recorded, body: bodyValue.record })
  const idempotencyHeaders: Record<string, string> = {}
  if (writes.has(method)) idempotencyHeaders['idempotency-key'] = createHash('sha256').update(key).digest('hex')
  await context.reportCosts?.(costs)
  try {
    const answer = await tools.outgoing.request({
      method,
      url,
      headers: { accept: 'application/json, */*;q=0.5', ...idempotencyHeaders, ...headers.wire, ...authHeaders },
      timeoutMs,
      signal,
      ...(shownHost === null ? {} : { shownHost }),
      ...(body === undefined ? {} : { body, hasSecretBody: context.containsSecret(body) }),
    })
    const output = outputOf(answer)
    if (isExpected(answer.status, expect)) return { ok: true, output, costs }
    const message = `${shownHost ?? new URL(url).host} returned status ${answer.status}, which is not expected.`
    return {
      ok: false,
      code: 'unexpected_status',
      message,
      retryable: retryableStatuses.has(answer.status),
      output,
      costs,
    }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    const { code, message, retryable } = error
    return { ok: false, code, message, retryable, costs: unsentCodes.has(code) ? [] : costs }
  }
}
