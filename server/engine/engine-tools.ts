/** Services shared by the nodes of all runs: created once per process and closed with it. */
import type { Log } from '#server/base/log.ts'
import type { Json, JsonRecord } from '#lib/json/json.ts'
import type { Prices } from '#server/base/prices.ts'

/** A response to an outgoing request. */
export interface HttpResponse {
  status: number
  headers: Record<string, string>
  /** Parsed JSON if the content type is JSON and the body is valid; else text. */
  body: Json
  /** Why a body with a JSON content type could not be parsed; null if there is no problem. */
  problem: string | null
  /** Size of the decoded body. */
  bytes: number
}

export interface HttpRequest {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string
  /** The body contains a secret: like authentication headers, it is not sent to another origin. */
  hasSecretBody?: boolean
  timeoutMs: number
  signal: AbortSignal
  /** Maximum bytes of the decoded response; absent or larger = the default limit. */
  maxBytes?: number
  /** Host name to show in errors and the log instead of the real one. If set, hosts of redirects are not named. */
  shownHost?: string
}

/** Failure of an outgoing request: no usable response arrived. */
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

/** A failure whose message begins with a host, which callers may replace by a display name. */
export class HostError extends OutgoingError {
  readonly #predicate: string
  /** `predicate`: rest of the sentence after the host ("refused the connection."). */
  constructor(code: string, host: string, predicate: string, retryable: boolean) {
    super(code, `${host} ${predicate}`, retryable)
    this.#predicate = predicate
  }

  withHost(host: string): HostError {
    return new HostError(this.code, host, this.#predicate, this.retryable)
  }
}

/** The only HTTP client for requests of flows: it rejects non-public addresses (http/). */
export interface Outgoing {
  /** Throws OutgoingError. */
  request: (request: HttpRequest) => Promise<HttpResponse>
  /** `fetch` with the same checks, for libraries that need one (AI SDK). */
  fetch: typeof fetch
  close: () => Promise<void>
}

export type Language = 'javascript' | 'jsonata' | 'cel' | 'liquid'

/** An error in source text, with its position (from 1) if known. */
export interface Problem {
  /** Code of a failed evaluation; absent if the source was only checked. */
  code?: string
  message: string
  line?: number
  column?: number
}

export type Evaluated<T> =
  | { ok: true; value: T; ms: number }
  /**
   * "timeout", "memory", "too_large", "syntax", "error", "pending" (a promise that never settles), "not_boolean",
   * "missing_secret", "cancelled", "busy" (queue full), "crashed". `index`: which expression or template
   * failed.
   */
  | ({ ok: false; code: string; ms: number; index?: number } & Problem)
export type Evaluation = Evaluated<Json>

/** Templates to render in one call. */
interface TemplateTask {
  texts: readonly string[]
  /** Paths within `values` that contain a secret. */
  tainted?: readonly (readonly string[])[]
  /** True: a template that is a single `{{ expression }}` returns the value itself (text/render.ts). */
  whole: boolean
}

export interface Rendered {
  /** In input order. */
  texts: Json[]
  /** Indexes of results derived from a secret; for the run log, use the results of `renderRecord` instead. */
  secret: number[]
  /** Values of the expressions that use secrets, within a size limit. */
  pieces: Json[]
}

export type SchemaValidation =
  | { ok: true }
  /** Messages by path within the value ("lines.0.count"; "" = the value itself); `more`: number of further errors. */
  | { ok: false; places: Record<string, string[]>; more: number }
  /**
   * Undecided: "timeout", "memory", "too_deep" or "error", which recur with the same input; "busy", "cancelled" or
   * "crashed".
   */
  | { ok: null; code: string; message: string }

interface EvaluationLimits {
  values: Json
  timeoutMs: number
  signal?: AbortSignal
}

/** The step on whose behalf the sandbox is called. */
export interface SandboxCaller {
  /** For fair scheduling: no flow or account may use all threads. */
  account: string
  /** Null outside of runs. */
  flow: string | null
  /** Called when a call starts (1) or stops (-1) waiting for a thread. This time does not count as time of the step. */
  onWaitChange(change: 1 | -1): void
}

/**
 * Runs user code in a killable worker without host objects (sandbox/). Errors of user code are returned, not thrown.
 */
export interface Sandbox {
  evaluate(task: EvaluationLimits & { language: Exclude<Language, 'liquid'>; source: string }): Promise<Evaluation>
  /** Index of the first CEL expression that is true; null if all are false. */
  decide(task: EvaluationLimits & { expressions: readonly string[] }): Promise<Evaluated<number | null>>
  /** Renders Liquid templates, with secrets by key. */
  render(task: EvaluationLimits & TemplateTask & { secrets: JsonRecord }): Promise<Evaluated<Rendered>>
  /** Renders templates for the run log, with `mark` in place of each expression that uses a secret. */
  renderRecord(task: EvaluationLimits & TemplateTask & { mark: string }): Promise<Evaluated<Json[]>>
  /** Checks a source without running it; null if it is valid. `isCase`: the CEL source must be a condition. */
  check(language: Language, source: string, isCase?: boolean): Promise<Problem | null>
  /**
   * Validates a value against a JSON Schema that has no `schemaProblems`. Usually takes milliseconds; at most some
   * seconds: two validations of up to a second each, and the wait for a thread.
   */
  validate(schema: JsonRecord, value: Json): Promise<SchemaValidation>
  /** The sandbox for a step. */
  forStep(caller: SandboxCaller): Sandbox
  /** The sandbox for checks and trials of an account outside of runs. */
  forAccount(account: string): Sandbox
  close(): Promise<void>
}

/** A message to the contact of a conversation, or to the default recipient of a channel. */
export interface OutgoingMessage {
  scope: import('#server/store/db/scope.ts').Scope
  channelId: string
  /** Null = outside of a conversation (an alert to a Slack channel, an email to the channel's own address). */
  conversationId: string | null
  text: string
  runId: string | null
  /** Idempotency key: attempts with the same key are sent once, if the provider detects duplicates. */
  key: string
  signal: AbortSignal
}

export type SendResult =
  | { ok: true; messageId: string; type: string }
  | { ok: false; code: string; message: string; retryable: boolean }

/** Message sending for nodes (channels/). */
export interface Messenger {
  /** True: nothing is sent, and a reply without a conversation does not fail the step. */
  isRehearsal?: boolean
  send(message: OutgoingMessage): Promise<SendResult>
}

/** The model endpoint (MODEL_BASE_URL, MODEL_API_KEY, MODEL_NAME; model/). */
export interface ModelEndpoint {
  baseUrl: string
  apiKey: string | null
  /** Model for "standard" and for agents that name none; null = none. */
  name: string | null
  /** `fetch` with the checks of Outgoing, except that this endpoint is allowed even at a private address. */
  fetch: typeof fetch
  close: () => Promise<void>
}

export interface EngineTools {
  log: Log
  outgoing: Outgoing
  sandbox: Sandbox
  messenger: Messenger
  prices: Prices
  /** Null = no model endpoint is configured. */
  model: ModelEndpoint | null
}
