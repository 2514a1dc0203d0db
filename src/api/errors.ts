/** One shape for everything that can go wrong with a request, whatever dialect of errors the service speaks (docs/dialects.md, "What is understood"). */

export type FieldMessages = Record<string, string[]>

export interface ErrorFacts {
  /** HTTP status; 0 = no answer. */
  status: number
  /** The service's code ("not_found"); without one "http_404"; "unreachable" or "timeout" where nothing answered. */
  code: string
  /** One sentence for a person, in the service's words where it has any. */
  detail: string
  /** `detail` is what the service said; absent = it is the console's own. */
  isQuoted?: boolean
  /** What the address names: a list or a single thing of the account, an object by its id, or a part of one. Absent = an object. */
  about?: 'endpoint' | 'object' | 'part'
  /** Messages by field path; `non_field_errors` for the body as a whole. */
  fieldErrors: FieldMessages
  requestId: string | null
  method: string
  /** Path and query below the base URL. */
  path: string
  tookMs: number
  /** When the answer came, ISO 8601. */
  at: string
  /** Seconds until it makes sense to try again, where the service says so. */
  retryAfter: number | null
  /** The object as it is now (409 version_conflict). */
  current: unknown
  /** The whole body, where it was JSON (409 not_ready carries `validation`). */
  body: unknown
}

/** What every failed call rejects with. */
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
  readonly tookMs: number
  readonly at: string
  readonly retryAfter: number | null
  readonly current: unknown
  readonly body: unknown

  constructor(facts: ErrorFacts) {
    super(facts.detail)
    this.name = 'ApiError'
    this.status = facts.status
    this.code = facts.code
    this.detail = facts.detail
    this.isQuoted = facts.isQuoted ?? false
    this.about = facts.about ?? 'object'
    this.fieldErrors = facts.fieldErrors
    this.requestId = facts.requestId
    this.method = facts.method
    this.path = facts.path
    this.tookMs = facts.tookMs
    this.at = facts.at
    this.retryAfter = facts.retryAfter
    this.current = facts.current
    this.body = facts.body
  }

  /** Nothing is known about what happened: no answer, or a fault of the service. Trying again may help. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }

  /** The service has no such thing, whatever the object: asked again it answers the same. */
  get isNotOffered(): boolean {
    const isNothing = this.status === 404 || this.status === 410
    return this.status === 405 || this.status === 501 || (isNothing && this.about === 'endpoint')
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)

/** Longest piece of an unknown body that is shown to a person. */
const maxDetail = 500

/** Messages of one field, flattened: a string, a list, or nested fields as `a.b`. */
function collect(path: string, value: unknown, into: FieldMessages): void {
  if (typeof value === 'string') (into[path] ??= []).push(value)
  else if (Array.isArray(value)) {
    value.forEach((one: unknown, index) => collect(typeof one === 'string' ? path : `${path}.${index}`, one, into))
  } else if (isRecord(value))
    for (const [key, inner] of Object.entries(value)) collect(path === '' ? key : `${path}.${key}`, inner, into)
}

/** The name of a field out of a JSON pointer ("#/age", "/data/attributes/age") or of a list of names (["body", "age"]). */
function fieldAt(place: unknown): string | null {
  if (Array.isArray(place)) return place.filter((part, index) => index > 0 || part !== 'body').join('.')
  if (isRecord(place)) return fieldAt(place['pointer'] ?? place['parameter'])
  const pointed = text(place)?.replace(/^#?\/(?:data\/attributes\/)?/, '')
  return pointed === undefined ? null : pointed.replaceAll('/', '.')
}

/**
 * `[{attr, detail, code}]` of drf-standardized-errors, `[{pointer, detail}]` of RFC 9457, `[{name, reason}]` of RFC 7807,
 * `[{source: {pointer}, title}]` of JSON:API, `[{field|path|loc, message|msg}]` of others.
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

/** Fields that say something about the error as a whole and are never the name of a form field. */
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

/** Lists of messages, by field at any depth: anything else beside them is no message. */
const isFieldTree = (value: unknown): boolean =>
  Array.isArray(value) || (isRecord(value) && Object.keys(value).length > 0 && Object.values(value).every(isFieldTree))

function fieldErrorsOf(body: Record<string, unknown>, status: number): FieldMessages {
  const errors = body['errors']
  if (Array.isArray(errors)) return collectList(errors)
  if (Array.isArray(body['invalid-params'])) return collectList(body['invalid-params'])
  const fields: FieldMessages = {}
  if (isRecord(errors)) collect('', errors, fields)
  else if (status === 400 || status === 422) {
    // Django REST Framework: the fields stand at the top.
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
  409: 'Someone changed it in the meantime.',
  412: 'Someone changed it in the meantime.',
  413: 'The file is too large for the service.',
  429: 'Too many requests.',
  502: 'The gateway cannot reach the service.',
  503: 'The service is starting or stopping.',
}

export interface ErrorWords {
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

/** The words of a JSON object. */
function readObject(
  status: number,
  body: Record<string, unknown>,
  fallback: { code: string; detail: string },
): ErrorWords {
  const inner = isRecord(body['error']) ? body['error'] : {}
  const fieldErrors = fieldErrorsOf(body, status)
  const places = [body['detail'], inner['message'], inner['detail'], body['error'], body['message'], body['title']]
  const said = places.map(text).find((words) => words !== null) ?? firstOf(fieldErrors)
  const code = text(body['code']) ?? text(inner['code']) ?? fallback.code
  return {
    code,
    detail: (said ?? fallback.detail).slice(0, maxDetail),
    // What stands before the service, the console's own part, says it.
    isQuoted: said !== undefined && !code.startsWith('upstream_'),
    fieldErrors,
    requestId: text(body['request_id']) ?? text(inner['request_id']),
    current: body['current'],
    body,
  }
}

/**
 * What a body says about an error. Understood: our own form, Django REST Framework, drf-standardized-errors, RFC 9457,
 * `{error: {message}}`, `{message}`, plain text, an HTML page, nothing at all.
 */
export function readError(status: number, contentType: string, raw: string): ErrorWords {
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
    const said = firstOf(fieldErrors)
    return { ...empty, detail: said ?? fallback.detail, isQuoted: said !== undefined, fieldErrors, body }
  }
  return isRecord(body) ? readObject(status, body, fallback) : { ...empty, body }
}

/** Seconds from a `Retry-After` header: a number or a date. Null where there is none or it is nonsense. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - now) / 1000))
}
