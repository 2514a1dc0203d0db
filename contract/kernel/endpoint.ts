/**
 * Endpoint definitions as data. Everything else is derived from them: the router and its validation
 * (server/boot/mount.ts), the typed client and query keys (src/api), cache invalidation after writes, and the OpenAPI
 * document (contract/openapi.ts). This is one of the few files in which a type assertion is allowed.
 */
import type { z } from 'zod'
import type { ErrorCode } from './error.ts'
import type { Catalogue } from './catalogue.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Nouns of the API. First part of every query key, and the unit of invalidation. */
export type Noun =
  | 'flow'
  | 'tool'
  | 'channel'
  | 'webchat'
  | 'conversation'
  | 'contact'
  | 'view'
  | 'canned_reply'
  | 'run'
  | 'balance'
  | 'budget'
  | 'incident'
  | 'alert'
  | 'me'
  | 'session'
  | 'setup'
  | 'person'
  | 'key'
  | 'activity'
  | 'hook'
  | 'event'
  | 'sample'
  | 'service'
  | 'admin'

/**
 * Who may call: `anyone` without signing in; `read` any role or key; `write` operators, owners and keys with the write
 * scope; `owner` an owner, signed in with a session; `machine` a command on the machine that holds the data folder.
 */
export type Access = 'anyone' | 'read' | 'write' | 'owner' | 'machine'

type Media = 'json' | 'text' | 'page' | 'file' | 'stream'

/** Path parameters such as `{id}`, as an object of strings. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name | keyof PathParams<Rest>]: string }
  : unknown

/** One endpoint as data. `Q`, `B`, `R` are the zod schemas of query, body and response; null = none. */
export interface Endpoint<
  Path extends string = string,
  Q extends z.ZodType | null = z.ZodType | null,
  B extends z.ZodType | null = z.ZodType | null,
  R extends z.ZodType | null = z.ZodType | null,
> {
  /** Unique id, as in "flow.list"; the operationId in the OpenAPI document. */
  readonly id: string
  readonly noun: Noun
  readonly method: Method
  /** Path relative to the base URL, with `{name}` for parameters. */
  readonly path: Path
  readonly summary: string
  readonly query: Q
  /** Filter fields of a list, in addition to `query`. */
  readonly filters: Catalogue | null
  readonly body: B
  /** Maximum bytes of the body; null = the service's default. */
  readonly bodyLimit: number | null
  /** The handler receives the unparsed request, with its headers and the bytes of its body. */
  readonly isRaw: boolean
  /** May take minutes on a busy machine: clients use a longer timeout. */
  readonly isLong: boolean
  readonly returns: R
  /**
   * `text` is not JSON (metrics, backups), a `page` is HTML, a `stream` does not end (server-sent events); `returns` is
   * then null.
   */
  readonly media: Media
  readonly success: 200 | 201 | 202 | 204
  readonly errors: readonly ErrorCode[]
  /** Nouns whose cached responses are stale after this write. */
  readonly changes: readonly Noun[]
  readonly access: Access
  /** `Accept: text/csv` returns the whole list as CSV. */
  readonly hasCsv: boolean
  /** Reads or changes the versioned object whose id is in the path, so `If-Match` is checked. */
  readonly hasVersion: boolean
  /** Name of the extension in `/me/`; null for the 13 required endpoints (docs/api.md, "Endpoints"). */
  readonly extension: string | null
}

export type AnyEndpoint = Endpoint

interface EndpointFacts<Q, B, R> {
  summary: string
  query?: Q
  filters?: Catalogue
  body?: B
  bodyLimit?: number
  isRaw?: boolean
  isLong?: boolean
  returns?: R
  media?: Media
  success?: 200 | 201 | 202 | 204
  errors?: readonly ErrorCode[]
  changes?: readonly Noun[]
  access?: Access
  hasCsv?: boolean
  hasVersion?: boolean
  extension?: string
}

type Draft<
  Path extends string,
  Q extends z.ZodType | null,
  B extends z.ZodType | null,
  R extends z.ZodType | null,
> = Omit<Endpoint<Path, Q, B, R>, 'id' | 'noun'>

/** Creates `get`, `post` and the other verbs, with default status and access for the method. */
function verb(method: Method) {
  return <
    const Path extends string,
    Q extends z.ZodType | null = null,
    B extends z.ZodType | null = null,
    R extends z.ZodType | null = null,
  >(
    path: Path,
    facts: EndpointFacts<Q, B, R>,
  ): Draft<Path, Q, B, R> => ({
    method,
    path,
    summary: facts.summary,
    query: (facts.query ?? null) as Q,
    filters: facts.filters ?? null,
    body: (facts.body ?? null) as B,
    bodyLimit: facts.bodyLimit ?? null,
    isRaw: facts.isRaw === true,
    isLong: facts.isLong ?? false,
    returns: (facts.returns ?? null) as R,
    media: facts.media ?? 'json',
    success: facts.success ?? (facts.returns || facts.media ? 200 : 204),
    errors: facts.errors ?? [],
    changes: facts.changes ?? [],
    access: facts.access ?? (method === 'GET' ? 'read' : 'write'),
    hasCsv: facts.hasCsv === true,
    hasVersion: facts.hasVersion === true,
    extension: facts.extension ?? null,
  })
}

export const get = verb('GET')
export const post = verb('POST')
export const patch = verb('PATCH')
export const put = verb('PUT')
export const del = verb('DELETE')

type Named<T> =
  T extends Omit<Endpoint<infer P, infer Q, infer B, infer R>, 'id' | 'noun'> ? Endpoint<P, Q, B, R> : never

/** Adds the noun and the id ("flow.list") to each endpoint of a noun. */
export function noun<T extends Record<string, Draft<string, z.ZodType | null, z.ZodType | null, z.ZodType | null>>>(
  name: Noun,
  drafts: T,
): { [K in keyof T]: Named<T[K]> } {
  const named = Object.entries(drafts).map(([key, draft]) => [key, { ...draft, id: `${name}.${key}`, noun: name }])
  return Object.fromEntries(named) as { [K in keyof T]: Named<T[K]> }
}

type Schema<S, Side extends 'input' | 'output'> = S extends z.ZodType
  ? Side extends 'input'
    ? z.input<S>
    : z.output<S>
  : unknown

/** Filters as query parameters: `status=open,pending`, `priority__gte=high`. An array repeats the parameter (AND). */
export type FilterParams = { readonly [field: string]: string | readonly string[] | undefined }

type ParsedBody<E extends AnyEndpoint> = E['body'] extends z.ZodType ? { body: z.input<E['body']> } : unknown

/** Input of a call: path and query parameters at the top level, the body (if any) under `body`. */
export type Input<E extends AnyEndpoint> = PathParams<E['path']> &
  Schema<E['query'], 'input'> &
  ParsedBody<E> &
  (E['filters'] extends null ? unknown : { filters?: FilterParams })

/** Validated input of a handler. */
export interface Parsed<E extends AnyEndpoint> {
  params: PathParams<E['path']>
  query: Schema<E['query'], 'output'>
  body: Schema<E['body'], 'output'>
}

/** Type of the response body of an endpoint; null if it has none. */
export type ResponseBody<E extends AnyEndpoint> = E['returns'] extends z.ZodType ? z.output<E['returns']> : null

/** Parameter names of a path, in order. */
export const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

/** Thrown if a path parameter is missing, empty, "." or "..": "/flow//" would be a different address. */
export class EmptyPathParameterError extends Error {
  constructor(path: string, name: string) {
    super(`${path} needs ${name}.`)
    this.name = 'EmptyPathParameterError'
  }
}

/** Encodes a path segment. Rejects "." and "..", which clients resolve even if they are encoded. */
function pathPart(path: string, name: string, value: unknown): string {
  if (typeof value !== 'string' || ['', '.', '..'].includes(value)) throw new EmptyPathParameterError(path, name)
  return encodeURIComponent(value)
}

/**
 * Path and query string of a call, below the base URL. Undefined and empty query values are left out; throws
 * EmptyPathParameterError for a path parameter that is missing, empty, "." or "..".
 */
export function urlOf<E extends AnyEndpoint>(endpoint: E, input: Input<E>): string {
  const { body: _body, filters, ...rest } = input as Record<string, unknown>
  const names = pathNames(endpoint.path)
  let path: string = endpoint.path
  for (const name of names) path = path.replace(`{${name}}`, pathPart(endpoint.path, name, rest[name]))
  const query = new URLSearchParams()
  for (const [name, given] of Object.entries({ ...rest, ...(filters as FilterParams | undefined) })) {
    if (names.includes(name)) continue
    for (const value of Array.isArray(given) ? (given as unknown[]) : [given]) {
      if (value === undefined || value === null || value === '') continue
      query.append(name, `${value as string | number | boolean}`)
    }
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** React Query key of a read: noun first, so that a write can invalidate by noun. */
export const keyOf = <E extends AnyEndpoint>(endpoint: E, input: Input<E>) =>
  [endpoint.noun, endpoint.id, input] as const
