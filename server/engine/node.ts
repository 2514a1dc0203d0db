/**
 * Interface of a node type. Each has one file in nodes/, which exports one NodeRunner; nodes/all.ts lists them. A
 * runner knows nothing of queues, leases and tables: it gets a StepContext and returns a StepOutcome.
 */
import type { Node } from '#contract/flow.ts'
import type { Json, JsonRecord } from '#lib/json/json.ts'
import type { Scope } from '#server/store/db/scope.ts'
import type { EngineTools } from './engine-tools.ts'
import type { Filled } from './text/masked-value.ts'

/** Values available to expressions and templates. Secrets are not included: only `text` renders them. */
export interface Values {
  /** Output of the trigger. */
  input: Json
  /** Latest output by node id. `{{ nodes.find.output.order_no }}` */
  nodes: Record<string, { output: Json; visits: number }>
  /** Variables of the flow, by key. */
  vars: JsonRecord
  /** ISO 8601. */
  now: string
  run: { id: string; flow: string; trigger: string; is_test: boolean }
  /** Conversation of the run; null if there is none. */
  conversation: { id: string; number: number; channel: string; contact: JsonRecord } | null
}

/** Origin of a run, for nodes that reply there. */
export interface Origin {
  conversationId: string | null
  channelId: string | null
}

/** A tool of the account with its secrets, held only during the step. */
export interface ReadyTool {
  id: string
  key: string
  name: string
  description: string
  category: string
  inputSchema: JsonRecord | null
  config: JsonRecord
}

export interface StepContext {
  node: Node
  /** `run/node#visit`: sent as idempotency key with outgoing calls, since a step may be repeated after a crash. */
  key: string
  attempt: number
  runId: string
  accountId: string
  flowId: string
  /** Output of the previous node (of several: an object by node id). For a trigger, the run's input. */
  input: Json
  values: Values
  origin: Origin
  /** Scope of the account on the pool, never within a transaction. */
  scope: Scope
  /** Aborted by cancellation, time limits of node and run, and stop of the service. */
  signal: AbortSignal
  /** Remaining budget of this step in micros; agents stop before exceeding it. */
  budget: bigint
  /** Services shared by all runs: outgoing HTTP, sandbox, model, channels. */
  tools: EngineTools
  /**
   * Renders a Liquid template: with secrets for sending, and without for records and outputs. `input`: value of `{{
   * input.x }}`, for a tool's template with its own input. Secrets are then looked up by the account's keys; in a
   * template of the flow, by its bindings.
   */
  text(template: string, input?: Filled): Promise<Filled<string>>
  /** Renders every text within a value. */
  fill(value: Json, input?: Filled): Promise<Filled>
  /** Masks secrets, and their encoded forms, in a result. */
  mask(value: Json): Json
  /** Registers derived forms of a secret (Base64 of name and password), which a response may repeat. */
  derived(pieces: readonly Json[]): void
  /** The tool for a key in this flow (by bindings), or in a tool's config; null if missing or disabled. */
  tool(key: string, isOfTool?: boolean): Promise<ReadyTool | null>
  /** Records the step's request, as rendered for the record by `text` and `fill`. */
  asked(input: Json): void
  /** Whether a text contains a secret used in this step. */
  holdsSecret(text: string): boolean
}

/** Usage of a step: `quantity` of `unit` ("call", "token", "ms", "message"). Prices are in prices.ts. */
export interface CostLine {
  /**
   * "api", "agent", "code", "message", "transform": the kind in `cost_breakdown` and in the ledger's key. At most one
   * line per kind.
   */
  kind: string
  /** Display name: "gpt-4o-mini", "Telegram". */
  label: string
  quantity: number
  unit: string
  micros: bigint
}

/** Reports the cost so far: before a chargeable operation – with its minimum cost – and after it. Never throws. */
export type Spends = (costs: readonly CostLine[]) => Promise<void>

export type StepOutcome =
  /** Continues at these outputs ("out", a case id, …). */
  | { is: 'done'; handles: readonly string[]; output: Json; costs?: readonly CostLine[] }
  /** `retryable`: a later attempt may succeed (network, 429, 5xx). Costs are charged in any case. */
  | { is: 'failed'; code: string; message: string; retryable: boolean; output?: Json; costs?: readonly CostLine[] }
  /** Suspends: the run continues in another segment at `until`, or on `event`. */
  | { is: 'waiting'; until: Date | null; event: 'reply' | 'webhook' | null }
  /** Starts a flow; with `wait` this step waits for its end. */
  | { is: 'subflow'; flow: string; input: Json; wait: boolean; timeoutAt: Date | null }

export interface NodeRunner {
  type: string
  /** Default timeout in ms, after which `signal` is aborted. */
  timeoutMs: number
  /** True if its steps never cost anything: they run even with an empty balance. */
  isFree?: true
  /** True if a step has no side effects and may be repeated: its end is written together with later ones. */
  isRepeatable?: true
  /** Errors in a node's config, one sentence each; they prevent activation. */
  check?(node: Node): readonly string[]
  run(context: StepContext): Promise<StepOutcome>
  /** Continues after a wait with the event's payload ("reply", "webhook", the child's output), or `null` at `until`. */
  wake?(context: StepContext, payload: Json | null): Promise<StepOutcome>
}
