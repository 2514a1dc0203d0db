/**
 * Handlers: an endpoint of the contract with the function that serves it. boot/mount.ts validates the input before,
 * except the body of prepared and raw handlers.
 */
import type { FieldChange } from '#contract/activity.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { ResponseBody, AnyEndpoint, Parsed } from '#contract/kernel/endpoint.ts'
import type { ClientBase } from 'pg'
import type { FilterPart } from '#contract/filter/filter.ts'
import type { Scope } from '#server/store/db/scope.ts'
import type { Caller } from '#server/base/caller.ts'
import type { Services } from './services.ts'
import type { Browser } from '#server/auth/auth.ts'

/** An unparsed request, for raw endpoints. */
export interface RawRequest {
  headers: IncomingHttpHeaders
  /** Query string as sent, without "?". */
  query: string
  /** Reads the body; to be called once. 413 beyond the endpoint's limit. */
  bytes(): Promise<Buffer>
  /** Whether the session or key of the request is still valid, for long-running responses. */
  isStillValid(caller: Caller): Promise<boolean>
}

/** Default time zone of days and of dates without a time. */
export const defaultZone = 'UTC'

export interface Context {
  /** The database, limited to the caller's account. */
  scope: Scope
  caller: Caller
  /** The open transaction of a write, for code that uses the driver directly, such as the engine; throws in reads. */
  client(): ClientBase
  /** Services of the process: configuration, secrets, clock, log. */
  services: Services
  requestId: string
  /** Origin of the service: "https://flows.example.com". */
  origin: string
  /**
   * Reserves memory in bytes until the response is sent: 503 if it does not become free in time, or immediately within
   * a transaction (base/memory-admission.ts).
   */
  admit(bytes: number): Promise<void>
  /** `Accept: text/csv` was sent and the endpoint supports it. */
  wantsCsv: boolean
  /** Parsed filters; all must match. Empty if the endpoint has none. */
  filter: readonly FilterPart[]
  /** `X-Visitor`: token of a web chat visitor. */
  visitor: string | null
  /** Null unless the endpoint is raw. */
  raw: RawRequest | null
  /** Client address (by TRUST_PROXY), user agent and cookie. */
  browser: Browser
}

/** Context of a public endpoint, which has no account. */
export type OpenContext = Omit<Context, 'scope' | 'caller' | 'client'>

/** A response as a value, or as serialized JSON: for large content, or if the exact bytes matter. */
export type Reply<T> = ReplyFacts & ({ body: T; text?: undefined } | { text: string; body?: undefined })

interface ReplyFacts {
  headers?: Record<string, string>
  /** The created or changed object, for Idempotency-Key and activity. */
  object?: { id: string; name: string | null }
  /** What changed in the object, for activity; "none" = nothing that belongs in the log, such as reading a message. */
  changes?: readonly FieldChange[] | 'none'
  /** `object` is not of the endpoint's noun: events then report an unspecified change of the noun. */
  isAboutMany?: boolean
  /** Id of the part of the object (a message of a conversation) that a repeated request returns. */
  partId?: string
  /** `Set-Cookie` values. */
  cookies?: string[]
  /**
   * Called after the commit of a write, for example to clear caches. Not called for `ownTransactions` and
   * `actsOutside`.
   */
  after?: () => void | Promise<void>
  /** Writes in the same transaction as activity and key; for handlers with `actsOutside`. */
  closing?: (scope: Scope) => Promise<void>
  /** A long text response, streamed. */
  stream?: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Facts of a streamed object without its large parts, for version conflicts. */
  conflictBody?: Readonly<Record<string, unknown>>
}

/** `ready`: the result of `before`. */
export type Handle<E extends AnyEndpoint, R = unknown> = (
  context: Context,
  input: Parsed<E>,
  ready: R,
) => Promise<Reply<ResponseBody<E>>>

/**
 * Slow preparation of a write, before its transaction. Its errors become the response. Not called for `ownTransactions`
 * and `actsOutside`.
 */
type Preparation<E extends AnyEndpoint, R = unknown> = (context: Context, input: Parsed<E>) => Promise<R>

/** Rebuilds the response of a write from the object it created. */
export type Remake<E extends AnyEndpoint> = (context: Context, id: string) => Promise<Reply<ResponseBody<E>>>

interface AccountHandler {
  endpoint: AnyEndpoint
  handle: Handle<AnyEndpoint>
  open: null
  /** Called before the transaction. */
  before: Preparation<AnyEndpoint> | null
  /** Null = use the noun's `read`. */
  remake: Remake<AnyEndpoint> | null
  /** Parses and validates the bytes of the body, instead of the router. */
  prepare: ((services: Services, account: string, bytes: Buffer) => Promise<unknown>) | null
  /** True if the request must not be one transaction, because its work has many steps. */
  ownTransactions: boolean
  /**
   * True for side effects that cannot be rolled back: the Idempotency-Key is stored before the call, and the response
   * after it, for repeated requests. The handler must not throw after a side effect.
   */
  actsOutside: boolean
}

interface PublicHandler {
  endpoint: AnyEndpoint
  handle: null
  open: (context: OpenContext, input: Parsed<AnyEndpoint>) => Promise<Reply<ResponseBody<AnyEndpoint>>>
}

export type Handler = AccountHandler | PublicHandler

interface HandlerOptions<E extends AnyEndpoint, R = unknown> {
  before?: Preparation<E, R>
  remake?: Remake<E>
  ownTransactions?: boolean
  actsOutside?: boolean
}

function accountHandler<E extends AnyEndpoint>(
  endpoint: E,
  handle: Handle<E>,
  options: HandlerOptions<E>,
): AccountHandler {
  // The router passes only input that was parsed with this endpoint's schemas, and what its `before` returned.
  return {
    endpoint,
    handle,
    open: null,
    before: options.before ?? null,
    remake: options.remake ?? null,
    prepare: null,
    ownTransactions: options.ownTransactions ?? false,
    actsOutside: options.actsOutside ?? false,
  }
}

/**
 * Creates a handler. `remake` rebuilds the response of a write from the object it created, for a repeated
 * Idempotency-Key; without it the noun's `read` is used. A write runs in one transaction, which begins with its first
 * statement, unless `ownTransactions` or `actsOutside` is set.
 */
export const handler = <E extends AnyEndpoint, R = unknown>(
  endpoint: E,
  handle: Handle<E, R>,
  options: HandlerOptions<E, R> = {},
): Handler => accountHandler(endpoint, handle as Handle<E>, options)

interface Prepared<E extends AnyEndpoint, P> {
  params: Parsed<E>['params']
  /** The result of `prepare`. */
  body: P
}

/**
 * Like `handler`, for bodies that may be too large to parse in this thread: `prepare` parses and validates the bytes
 * before the transaction, and `handle` gets the result.
 */
export const preparedHandler = <E extends AnyEndpoint, P, R = unknown>(
  endpoint: E,
  prepare: (services: Services, account: string, bytes: Buffer) => Promise<P>,
  handle: (context: Context, input: Prepared<E, P>, ready: R) => Promise<Reply<ResponseBody<E>>>,
  options: Omit<HandlerOptions<E>, 'before'> & {
    before?: (context: Context, input: Prepared<E, P>) => Promise<R>
  } = {},
): Handler => {
  // The router replaces the body by the result of `prepare`.
  const preparedOf = ({ params, body }: Parsed<E>) => ({ params, body: body as P })
  const { before, ...others } = options
  return {
    ...accountHandler<E>(endpoint, (context, input, ready) => handle(context, preparedOf(input), ready as R), {
      ...others,
      ...(before && { before: (context, input) => before(context, preparedOf(input)) }),
    }),
    prepare,
  }
}

/** Creates a handler of a public endpoint. */
export function openHandler<E extends AnyEndpoint>(
  endpoint: E,
  open: (context: OpenContext, input: Parsed<E>) => Promise<Reply<ResponseBody<E>>>,
): Handler {
  return { endpoint, handle: null, open: open as unknown as PublicHandler['open'] }
}
