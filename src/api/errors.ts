/**
 * One error shape for every failed request, whatever error format the service uses (docs/dialects.md, "What is
 * understood").
 */

export type FieldMessages = Record<string, string[]>

export interface ErrorDetails {
  /** HTTP status; 0 = no response. */
  status: number
  /** The service's code ("not_found"); without one "http_404"; "unreachable" or "timeout" if there was no response. */
  code: string
  /** One sentence for the user: the service's message if there is one. */
  detail: string
  /** `detail` is a quote from the service; absent = the console's own words. */
  isQuoted?: boolean
  /**
   * The kind of address: a list or a single object of the account, an object by its id, or a part of one. Absent = an
   * object.
   */
  about?: 'endpoint' | 'object' | 'part'
  /** Messages by field path; `non_field_errors` for the body as a whole. */
  fieldErrors: FieldMessages
  requestId: string | null
  method: string
  /** Path and query below the base URL. */
  path: string
  durationMs: number
  /** Time of the response, ISO 8601. */
  at: string
  /** Seconds to wait before a retry, if the service names them. */
  retryAfter: number | null
  /** The current object (409 version_conflict). */
  current: unknown
  /** The whole body, if it was JSON (409 not_ready has `validation`). */
  body: unknown
}

/** The error with which every failed call rejects. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly isQuoted: boolean
  readonly about: 'endpoint' | 'object' | 'part'
  readonly fieldErrors: FieldMessages
  readonly requestId: string | null
  readonly method: string
  readonly path: string
  readonly durationMs: number
  readonly at: string
  readonly retryAfter: number | null
  readonly current: unknown
  readonly body: unknown

  constructor(details: ErrorDetails) {
    super(details.detail)
    this.name = 'ApiError'
    this.status = details.status
    this.code = details.code
    this.detail = details.detail
    this.isQuoted = details.isQuoted ?? false
    this.about = details.about ?? 'object'
    this.fieldErrors = details.fieldErrors
    this.requestId = details.requestId
    this.method = details.method
    this.path = details.path
    this.durationMs = details.durationMs
    this.at = details.at
    this.retryAfter = details.retryAfter
    this.current = details.current
    this.body = details.body
  }

  /** No response, a rate limit (429), or a fault of the service: a retry may help. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }

  /** The service does not have the endpoint itself, so a retry cannot succeed. */
  get isNotOffered(): boolean {
    const isNothing = this.status === 404 || this.status === 410
    return this.status === 405 || this.status === 501 || (isNothing && this.about === 'endpoint')
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)

/** Maximum characters of an unknown body that are shown. */
const maxDetail = 500

/** Messages of one field, flattened: a string, a list, or nested fields as `a.b`. */
function collect(path: string, value: unknown, into: FieldMessages): void {
  if (typeof value === 'string') (into[path] ??= []).push(value)
  else if (Array.isArray(value)) {
    value.forEach((one: unknown, index) => collect(typeof one === 'string' ? path : `${path}.${index}`, one, into))
  } else if (isRecord(value))
    for (const [key, inner] of Object.entries(value)) collect(path === '' ? key : `${path}.${key}`, inner, into)
}

/** The name of a field in a JSON pointer ("#/age", "/data/attributes/age") or in a list of names (["body", "age"]). */
function fieldAt(place: unknown): string | null {
  if (Array.isArray(place)) return place.filter((part, index) => index > 0 || part !== 'body').join('.')
  if (isRecord(place)) return fieldAt(place['pointer'] ?? place['parameter'])
  const pointed = text(place)?.replace(/^#?\/(?:data\/attributes\/)?/, '')
  return pointed === undefined ? null : pointed.replaceAll('/', '.')
}

/**
 * `[{attr, detail, code}]` of drf-standardized-errors, `[{pointer, detail}]` of RFC 9457, `[{name, reason}]` of RFC
 * 7807, `[{source: {pointer}, title}]` of JSON:API, `[{field|path|loc, message|msg}]` of others.
 */
function collectList(list: readonly unknown[]): FieldMessages {
  const fields: FieldMessages = {}
  for (const one of list) {
    if (typeof one === 'string') collect('non_field_errors', one, fields)
    if (!isRecord(one)) continue
    const message = ['detail', 'message', 'msg', 'reason', 'title']
      .map((key) => text(one[key]))
      .find((words) => words !== null)
    const place = ['attr', 'field', 'pointer', 'path', 'loc', 'source', 'name'].find((key) => one[key] != null)
    const name = (place === undefined ? null : fieldAt(one[place])) ?? 'non_field_errors'
    if (message != null) collect(name === '' ? 'non_field_errors' : name, message, fields)
  }
  return fields
}

/** Fields about the error as a whole, never the name of a form field. */
const envelope = new Set([
  'detail',
  'code',
  'errors',
  'request_id',
  'type',
  'title',
  'status',
  'instance',
  'error',
  'message',
  'success',
  'current',
  'validation',
])

/** Whether a value consists only of lists of messages, by field names at any depth. */
const isFieldTree = (value: unknown): boolean =>
  Array.isArray(value) || (isRecord(value) && Object.keys(value).length > 0 && Object.values(value).every(isFieldTree))

function fieldErrorsOf(body: Record<string, unknown>, status: number): FieldMessages {
  const errors = body['errors']
  if (Array.isArray(errors)) return collectList(errors)
  if (Array.isArray(body['invalid-params'])) return collectList(body['invalid-params'])
  const fields: FieldMessages = {}
  if (isRecord(errors)) collect('', errors, fields)
  else if (status === 400 || status === 422) {
    // Django REST Framework: the fields are at the top level.
    for (const [key, value] of Object.entries(body))
      if (!envelope.has(key) && isFieldTree(value)) collect(key, value, fields)
  }
  if (Array.isArray(body['detail'])) Object.assign(fields, collectList(body['detail']))
  return fields
}

const sentenceOf: Record<number, string> = {
  401: 'Sign in to continue.',
  403: 'You do not have permission to do this.',
  404: 'It does not exist or was deleted.',
  409: 'Someone changed it in the meantime. Reload it and try again.',
  412: 'Someone changed it in the meantime. Reload it and try again.',
  413: 'The file is too large for the service.',
  429: 'Too many requests. Try again later.',
  502: 'The gateway cannot reach the service.',
  503: 'The service is starting or stopping. Try again in a moment.',
}

export interface ErrorText {
  code: string
  detail: string
  isQuoted: boolean
  fieldErrors: FieldMessages
  requestId: string | null
  current: unknown
  body: unknown
}

const firstOf = (fields: FieldMessages): string | undefined =>
  fields['non_field_errors']?.[0] ?? Object.values(fields)[0]?.[0]

/** The message of a JSON object. */
function readObject(
  status: number,
  body: Record<string, unknown>,
  fallback: { code: string; detail: string },
): ErrorText {
  const inner = isRecord(body['error']) ? body['error'] : {}
  const fieldErrors = fieldErrorsOf(body, status)
  const places = [body['detail'], inner['message'], inner['detail'], body['error'], body['message'], body['title']]
  const message = places.map(text).find((words) => words !== null) ?? firstOf(fieldErrors)
  const code = text(body['code']) ?? text(inner['code']) ?? fallback.code
  return {
    code,
    detail: (message ?? fallback.detail).slice(0, maxDetail),
    // The text of an `upstream_` error comes from the console's own proxy.
    isQuoted: message !== undefined && !code.startsWith('upstream_'),
    fieldErrors,
    requestId: text(body['request_id']) ?? text(inner['request_id']),
    current: body['current'],
    body,
  }
}

/**
 * Reads the message of an error body. Understood: the contract's form, Django REST Framework, drf-standardized-errors,
 * RFC 9457, `{error: {message}}`, `{message}`, plain text, an HTML page, an empty body.
 */
export function readError(status: number, contentType: string, raw: string): ErrorText {
  const fallback = {
    code: `http_${status}`,
    detail: sentenceOf[status] ?? `The service returned status ${status}.`,
  }
  const empty = {
    ...fallback,
    isQuoted: false,
    fieldErrors: {},
    requestId: null,
    current: undefined,
    body: undefined,
  }
  const trimmed = raw.trim()
  if (trimmed === '' || contentType.includes('html') || trimmed.startsWith('<')) return empty
  let body: unknown
  try {
    body = JSON.parse(trimmed)
  } catch {
    return { ...empty, detail: trimmed.slice(0, maxDetail), isQuoted: true }
  }
  if (typeof body === 'string') return { ...empty, detail: body.slice(0, maxDetail), isQuoted: true, body }
  if (Array.isArray(body)) {
    const fieldErrors = collectList(body)
    const message = firstOf(fieldErrors)
    return { ...empty, detail: message ?? fallback.detail, isQuoted: message !== undefined, fieldErrors, body }
  }
  return isRecord(body) ? readObject(status, body, fallback) : { ...empty, body }
}

/** Seconds from a `Retry-After` header: a number or a date. Null if it is absent or invalid. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - now) / 1000))
}
