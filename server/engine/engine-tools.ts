/** What nodes of all runs share: made once for the process, closed with it. */
import type { Log } from '#server/base/log.ts'
import type { Json, JsonRecord } from '#lib/json/json.ts'
import type { Prices } from '#server/base/prices.ts'

/** An answer from outside. */
export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  /** JSON where it says so and is; else text. */
  body: Json
  /** Why a body that says it is JSON is given as text; null where nothing is wrong. */
  problem: string | null
  /** Of the decoded body. */
  bytes: number
}

export interface HttpRequest {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string
  /** A secret is in the body: like the headers that sign in, it then goes to no other origin. */
  hasSecretBody?: boolean
  timeoutMs: number
  signal: AbortSignal
  /** Bytes of the answer at the most; absent = the usual limit. */
  maxBytes?: number
  /** The name of the host in errors and in the log; absent = as it is. Hosts of redirects have none then. */
  shownHost?: string
}

/** Why a request did not get an answer. */
export class OutgoingError extends Error {
  override name = 'OutgoingError'
  /**
   * "refused_address", "bad_url", "bad_request", "unreachable", "timeout", "too_large", "too_many_redirects",
   * "redirected_elsewhere", "bad_answer", "cancelled"
   */
  readonly code: string
  readonly retryable: boolean
  constructor(code: string, message: string, retryable: boolean) {
    super(message)
    this.code = code
    this.retryable = retryable
  }
}

/** A failure that a host is the subject of: whoever knows how the host may be named gives it its name. */
export class HostError extends OutgoingError {
  readonly #predicate: string
  /** `predicate`: the sentence after the host ("takes no connection."). */
  constructor(code: string, host: string, predicate: string, retryable: boolean) {
    super(code, `${host} ${predicate}`, retryable)
    this.#predicate = predicate
  }

  withHost(host: string): HostError {
    return new HostError(this.code, host, this.#predicate, this.retryable)
  }
}

/** The only way out of the service for what flows ask for: guarded against addresses that are not public (http/). */
export interface Outgoing {
  /** Throws OutgoingError. */
  request: (request: HttpRequest) => Promise<HttpAnswer>
  /** `fetch` by the same guard, for libraries that want one (AI SDK). */
  fetch: typeof fetch
  close: () => Promise<void>
}

export type Language = 'javascript' | 'jsonata' | 'cel' | 'liquid'

/** What is wrong with a source, and where (from 1) where that is known. */
export interface Problem {
  /** As of an evaluation that failed; absent where none was made. */
  code?: string
  message: string
  line?: number
  column?: number
}

export type Evaluated<T> =
  | { ok: true; value: T; ms: number }
  /**
   * "timeout", "memory", "too_large", "syntax", "error", "pending" (a promise that never settles), "not_boolean",
   * "missing_secret", "cancelled", "busy" (too many wait), "crashed". `index` is that of the expression or text.
   */
  | ({ ok: false; code: string; ms: number; index?: number } & Problem)
export type Evaluation = Evaluated<Json>

/** Texts of a call, and what is filled in there. */
interface Texts {
  texts: readonly string[]
  /** Places within `values` at which a secret is. */
  tainted?: readonly (readonly string[])[]
  /** A text that is `{{ one expression }}` and nothing else gives the value itself (text/render.ts). */
  whole: boolean
}

export interface Rendered {
  /** In the order in which they were given. */
  texts: Json[]
  /** Which of them say something of a secret: they are to be recorded as `renderRecord` gives them. */
  secret: number[]
  /** What the expressions that do so gave, as far as there is room for it. */
  pieces: Json[]
}

export type Fit =
  | { ok: true }
  /** Sentences by path within the value ("lines.0.count"; "" = the value itself); `more`: places beyond those. */
  | { ok: false; places: Record<string, string[]>; more: number }
  /** It could not be decided: "timeout", "memory", "too_deep", "error" – that is so each time –, "busy", "cancelled", "crashed". */
  | { ok: null; code: string; message: string }

interface Bounds {
  values: Json
  timeoutMs: number
  signal?: AbortSignal
}

/** A step that asks the sandbox. */
export interface Asker {
  /** No flow and no account gets all threads. */
  account: string
  /** Null where no run asks. */
  flow: string | null
  /** A call waits for a thread (1), or waits no more (-1): that is not the step's own time. */
  waits(change: 1 | -1): void
}

/** Code of people, in a worker without host objects that can be killed (sandbox/). Nothing here throws on what people write. */
export interface Sandbox {
  evaluate(task: Bounds & { language: Exclude<Language, 'liquid'>; source: string }): Promise<Evaluation>
  /** The index of the first CEL expression that is true; null = none is. */
  decide(task: Bounds & { expressions: readonly string[] }): Promise<Evaluated<number | null>>
  /** Liquid, with secrets by their keys. */
  render(task: Bounds & Texts & { secrets: JsonRecord }): Promise<Evaluated<Rendered>>
  /** Of texts that say something of a secret: filled in without it, and with `mark` for each expression that does. */
  renderRecord(task: Bounds & Texts & { mark: string }): Promise<Evaluated<Json[]>>
  /** What is wrong with a source without running it; null where nothing is. `isCase`: CEL that has to be a condition. */
  check(language: Language, source: string, isCase?: boolean): Promise<Problem | null>
  /** Whether a value fits a JSON Schema that has no `schemaProblems`; within a second or two, whatever both are. */
  fit(schema: JsonRecord, value: Json): Promise<Fit>
  /** The same one, as a step asks it. */
  forStep(asker: Asker): Sandbox
  /** The same one, as somebody of an account asks it: for what is checked or tried outside of a run. */
  forAccount(account: string): Sandbox
  close(): Promise<void>
}

/** A message to the other side of a conversation, or to whoever a channel talks to. */
export interface OutMessage {
  scope: import('#server/store/db/scope.ts').Scope
  channelId: string
  /** Null = a message of its own (an alert to a Slack channel, a mail to the channel's own address). */
  conversationId: string | null
  text: string
  runId: string | null
  /** A repeated attempt with the same key sends nothing twice where the other side can tell. */
  key: string
  signal: AbortSignal
}

export type Sent =
  | { ok: true; messageId: string; type: string }
  | { ok: false; code: string; message: string; retryable: boolean }

/** Channels as nodes see them (channels/). */
export interface Messenger {
  /** Nothing leaves by it: a reply that has nobody to go to is as good as sent. */
  isRehearsal?: boolean
  send(message: OutMessage): Promise<Sent>
}

/** The endpoint for models (MODEL_BASE_URL, MODEL_API_KEY, MODEL_NAME; model/). */
export interface ModelEndpoint {
  baseUrl: string
  apiKey: string | null
  /** What stands for "standard", and for agents that name no model; null = none does. */
  name: string | null
  /** Reaches this endpoint even where its address is private, and beyond it only what Outgoing reaches. */
  fetch: typeof fetch
  close: () => Promise<void>
}

export interface EngineTools {
  log: Log
  outgoing: Outgoing
  sandbox: Sandbox
  messenger: Messenger
  prices: Prices
  /** Null = none is configured. */
  model: ModelEndpoint | null
}
