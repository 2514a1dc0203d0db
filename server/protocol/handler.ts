/** What a handler is: an endpoint of the contract and the function that serves it. mount.ts checks all input before. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Answer, AnyEndpoint, Parsed } from '#contract/kernel/kernel.ts'
import type { ClientBase } from 'pg'
import type { FilterPart } from '#contract/filter/filter.ts'
import type { Scope } from '#server/store/db/scope.ts'
import type { Caller } from '#server/base/caller.ts'
import type { Services } from './services.ts'
import type { Browser } from '#server/auth/auth.ts'

/** A request as it came, of an endpoint that is raw. */
export interface RawRequest {
  headers: IncomingHttpHeaders
  /** As sent, without "?". */
  query: string
  /** To be called once; 413 beyond the limit of the endpoint. */
  bytes(): Promise<Buffer>
  /** Whether the session or key that it came with still holds, for answers that go on. */
  stillHolds(caller: Caller): Promise<boolean>
}

/** The zone of days and of dates without a time where none is asked. */
export const usualZone = 'UTC'

export interface Context {
  /** The database, as far as the caller's account goes. */
  scope: Scope
  caller: Caller
  /** The open transaction of a write, for the engine and others that speak to the driver; throws for a read. */
  client(): ClientBase
  /** What the process has: configuration, secrets, clock, log. */
  services: Services
  requestId: string
  /** Under which the service is reached: "https://flows.example.com". */
  origin: string
  /**
   * Holds so many bytes for what is large until the answer is sent: 503 where they do not come free in time, and within a
   * transaction where they are not free (base/memory-admission.ts).
   */
  admit(bytes: number): Promise<void>
  /** `Accept: text/csv`, where the endpoint has it. */
  wantsCsv: boolean
  /** Filters of the catalogue, understood: all of them must hold. Empty where the endpoint has none. */
  filter: readonly FilterPart[]
  /** `X-Visitor`: who chats on a page (webchat). */
  visitor: string | null
  /** Null but where the endpoint is raw. */
  raw: RawRequest | null
  /** Where the request comes from, address by TRUST_PROXY, and the cookie it carries. */
  browser: Browser
}

/** The context of an endpoint that anyone may call: there is no account to look into. */
export type OpenContext = Omit<Context, 'scope' | 'caller' | 'client'>

/** An answer as a value, or as JSON that is written already: for what is large, or whose bytes matter. */
export type Reply<T> = ReplyFacts & ({ body: T; text?: undefined } | { text: string; body?: undefined })

interface ReplyFacts {
  headers?: Record<string, string>
  /** For Idempotency-Key and activity: what was made or touched. */
  object?: { id: string; name: string | null }
  /** The object is none of the noun that is read by an id: who looks on is told that some of the noun have changed. */
  isAboutMany?: boolean
  /** What a repeated Idempotency-Key is answered from, where it is a part of the object (a message of a conversation). */
  partId?: string
  /** `Set-Cookie` lines. */
  cookies?: string[]
  /** What to do once it is written: forgetting what was cached before. */
  after?: () => void | Promise<void>
  /** Written together with the line of activity and the key, of a handler that `actsOutside`. */
  closing?: (scope: Scope) => Promise<void>
  /** A long text answer, sent as it is made. */
  stream?: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Of an object that is streamed: its facts without what makes it large, told with a version conflict. */
  brief?: Readonly<Record<string, unknown>>
}

export type Handle<E extends AnyEndpoint> = (context: Context, input: Parsed<E>) => Promise<Reply<Answer<E>>>

/** What takes long of a write, before its transaction begins. What it throws, the request is answered with. */
type Before<E extends AnyEndpoint> = (context: Context, input: Parsed<E>) => Promise<void>

/** Builds the answer of a write again from the object it made. */
export type Remake<E extends AnyEndpoint> = (context: Context, id: string) => Promise<Reply<Answer<E>>>

interface Closed {
  endpoint: AnyEndpoint
  handle: Handle<AnyEndpoint>
  open: null
  /** Before the transaction. */
  before: Before<AnyEndpoint> | null
  /** Null = through the noun's `read`. */
  remake: Remake<AnyEndpoint> | null
  /** Reads and checks the bytes of the body in place of the router. */
  prepare: ((services: Services, account: string, bytes: Buffer) => Promise<unknown>) | null
  /** True where one transaction round the whole request would be wrong: work in many steps of its own. */
  ownTransactions: boolean
  /**
   * It does something that no transaction takes back: its Idempotency-Key is taken before, and its answer is kept for a
   * repetition. What it throws, it throws before it has done anything outside.
   */
  actsOutside: boolean
}

interface Open {
  endpoint: AnyEndpoint
  handle: null
  open: (context: OpenContext, input: Parsed<AnyEndpoint>) => Promise<Reply<Answer<AnyEndpoint>>>
}

export type Handler = Closed | Open

interface More<E extends AnyEndpoint> {
  before?: Before<E>
  remake?: Remake<E>
  ownTransactions?: boolean
  actsOutside?: boolean
}

function closed<E extends AnyEndpoint>(endpoint: E, handle: Handle<E>, more: More<E>): Closed {
  // The router hands `handle` only input that was parsed with this endpoint's own schemas.
  return {
    endpoint,
    handle,
    open: null,
    before: more.before ?? null,
    remake: more.remake ?? null,
    prepare: null,
    ownTransactions: more.ownTransactions ?? false,
    actsOutside: more.actsOutside ?? false,
  }
}

/**
 * Binds an endpoint to what serves it. `remake` builds the answer of a write again from the object it made, for a
 * repeated Idempotency-Key; without it the answer to a repetition is read through the noun's `read`.
 * A write runs in one transaction, which begins with its first statement.
 */
export const handler = <E extends AnyEndpoint>(endpoint: E, handle: Handle<E>, more: More<E> = {}): Handler =>
  closed(endpoint, handle, more)

/**
 * Like `handler`, for a body that may be so large that no request should wait for its reading: `prepare` reads and checks
 * it before the transaction, and `handle` gets what it made.
 */
export const preparedHandler = <E extends AnyEndpoint, P>(
  endpoint: E,
  prepare: (services: Services, account: string, bytes: Buffer) => Promise<P>,
  handle: (context: Context, prepared: P) => Promise<Reply<Answer<E>>>,
  more: More<E> = {},
): Handler => ({
  // The router puts what `prepare` made in the place of the body.
  ...closed<E>(endpoint, (context, { body }) => handle(context, body as P), more),
  prepare,
})

/** Binds an endpoint that anyone may call. */
export function openHandler<E extends AnyEndpoint>(
  endpoint: E,
  open: (context: OpenContext, input: Parsed<E>) => Promise<Reply<Answer<E>>>,
): Handler {
  return { endpoint, handle: null, open: open as unknown as Open['open'] }
}
