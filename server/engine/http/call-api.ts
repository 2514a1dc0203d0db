/** A call of an API, as an api node, a tool of an agent and "try it" make it. */
import { createHash } from 'node:crypto'
import { isRecord, listOf, numberOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { OutgoingError, type EngineTools, type HttpAnswer } from '#server/engine/engine-tools.ts'
import type { CostLine, Spends } from '#server/engine/node.ts'
import { joinFilled, mapFilled, mark, plain, type Filled } from '#server/engine/text/masked-value.ts'
import { fillUrl, UrlError } from './url.ts'

/** What fills in texts and sends: the part of a step that calls need. */
export interface CallContext {
  tools: EngineTools
  /** The same for the same call, also when it is repeated: what is sent carries it as Idempotency-Key, hashed. */
  key: string
  signal: AbortSignal
  text(template: string, input?: Filled): Promise<Filled<string>>
  fill(value: Json, input?: Filled): Promise<Filled>
  derived(pieces: readonly Json[]): void
  asked(input: Json): void
  /** Whether a secret that this step has used is in a text. */
  holdsSecret(text: string): boolean
  /** Absent where nobody notes it. */
  spends?: Spends
}

export type CallOutcome =
  | { ok: true; output: Json; costs: CostLine[] }
  | { ok: false; code: string; message: string; retryable: boolean; output?: Json; costs: CostLine[] }

/** Where a config does not say. */
const usualMs = 30_000
const longestMs = 600_000

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** Statuses of servers that may answer another time. */
const passing: ReadonlySet<number> = new Set([
  408, 425, 429, 500, 502, 503, 504, 507, 508, 509, 520, 521, 522, 523, 524,
])
/** Headers of an answer that flows have a use for; the rest may hold cookies, and costs room in every record. */
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
/** Headers that belong to the connection. */
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
 * The host of an address as it may be shown, where it holds something of a secret; null where it does not. URL turns hosts
 * into punycode and lower case, in which no masker knows a secret again.
 */
function maskedHost(recorded: string): string | null {
  const host = recorded.match(/^(?:https?:\/\/)?([^/?#\\]*)/i)?.[1] ?? ''
  if (!host.includes(mark)) return null
  return host === mark ? 'The host' : host
}

/** What went wrong before anything was sent costs nothing. */
const unsent: ReadonlySet<string> = new Set(['refused_address', 'bad_url', 'bad_request', 'unreachable'])

interface Prepared {
  method: string
  url: Filled<string>
  headers: Filled<Record<string, string>>
  /** What signs in; never recorded. */
  signing: Record<string, string>
  /** As it is sent; undefined where none is. */
  body: string | undefined
  said: Filled
  timeoutMs: number
  expect: number[]
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const entriesOf = (value: Json): [string, string][] =>
  Object.entries(recordOf(value)).map(([name, text]) => [name, text === null ? '' : asText(text)])

/** What the config says, and on top of it what was given. */
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

/** The body as text, and what it is. */
function bodyOf(body: Json, type: string): { text: string; type: string } {
  if (typeof body === 'string') return { text: body, type: type || 'text/plain; charset=utf-8' }
  if (type.startsWith('application/x-www-form-urlencoded') && isRecord(body)) {
    const fields = Object.entries(body).map(([name, value]) => [name, asText(value)])
    return { text: new URLSearchParams(fields).toString(), type }
  }
  return { text: JSON.stringify(body), type: type || 'application/json' }
}

/** What is said where the call is made, filled in already: it goes before what the config says. */
export interface Given {
  query?: Filled
  headers?: Filled
  body?: Filled
}

/** Of two objects both together, else the given one. */
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
  const timeoutMs = Math.min(Math.max(numberOf(config['timeout_ms']) ?? usualMs, 1), longestMs)
  const signing = await signingOf(config, context, input)
  return { method, url, headers, signing, body: body?.text, said, timeoutMs, expect }
}

/**
 * What a call gives: the fields of a JSON object, and `status`, `headers`, `body`. These three are always the call's own:
 * what an expression says of a status must not depend on what a stranger's answer names so. Their namesakes are in `body`.
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
 * Asks, and gives what came. Never throws for what a server or a config may do. `input`: what `{{ input.x }}` names in the
 * config of a tool; undefined for a node's own.
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
  // An answer that repeats the host, as a redirect does, has it in this form.
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
