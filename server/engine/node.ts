/**
 * Interface of a node type. Each type has one file in nodes/, which exports one NodeRunner; nodes/all.ts lists them. A
 * runner has no access to queues, leases or tables: it gets a StepContext and returns a StepOutcome.
 */
import type { Node } from '#contract/flow.ts'
import type { Ref } from '#contract/kernel/page.ts'
import type { Json, JsonRecord } from '#lib/json/json.ts'
import type { Scope } from '#server/store/db/scope.ts'
import type { EngineTools } from './engine-tools.ts'
import type { RenderedValue } from './text/masked-value.ts'

/** Values available to expressions and templates. Contains no secrets: only `text` and `fill` render them. */
export interface Values {
  /** Output of the trigger. */
  input: Json
  /** Latest output by node id, for example `{{ nodes.find.output.order_no }}`. */
  nodes: Record<string, { output: Json; visits: number }>
  /** Variables of the flow, by key. */
  vars: JsonRecord
  /** ISO 8601. */
  now: string
  run: { id: string; flow: string; trigger: string; is_test: boolean }
  /** Conversation of the run; null if there is none. */
  conversation: { id: string; number: number; channel: string; contact: JsonRecord } | null
}

/** Conversation and channel from which a run was started, for nodes that reply. */
export interface Origin {
  conversationId: string | null
  channelId: string | null
}

/** A tool of the account with its decrypted secrets, kept in memory only during the step. */
export interface DecryptedTool {
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
  /** `run/node#visit`: idempotency key of outgoing calls, since a step may be repeated after a crash. */
  key: string
  attempt: number
  runId: string
  accountId: string
  flowId: string
  /** Output of the previous node; of several, an object by node id. For a trigger, the input of the run. */
  input: Json
  values: Values
  origin: Origin
  /** Scope of the account on the pool, never within a transaction. */
  scope: Scope
  /** Aborted when the run is cancelled, a time limit of node or run expires, or the service stops. */
  signal: AbortSignal
  /** Amount in micros that the account can still spend, 0 for free steps; agents stop before exceeding it. */
  budget: bigint
  /** Services shared by all runs: outgoing HTTP, sandbox, model, channels. */
  tools: EngineTools
  /**
   * Renders a Liquid template twice: with secrets for sending, and without for the run log and outputs. `input`: value
   * of `{{ input.x }}` in a template of a tool, where secrets are looked up by the keys of the account. Without
   * `input`, the template belongs to the flow, and secrets are looked up by its bindings.
   */
  text(template: string, input?: RenderedValue): Promise<RenderedValue<string>>
  /** Renders every template within a value. */
  fill(value: Json, input?: RenderedValue): Promise<RenderedValue>
  /** Masks secrets, and their encoded forms, in a result. */
  mask(value: Json): Json
  /**
   * Registers derived forms of a secret for masking, such as Base64 of name and password: a response may repeat them.
   */
  registerDerived(pieces: readonly Json[]): void
  /**
   * The tool for a key, resolved by the bindings of the flow; with `isOfTool`, by the keys of the account. Null if
   * missing or disabled.
   */
  tool(key: string, isOfTool?: boolean): Promise<DecryptedTool | null>
  /** Records the request of the step; `input` must be the `record` form from `text` and `fill`. */
  onRequest(input: Json): void
  /** Whether a text contains a secret used in this step. */
  containsSecret(text: string): boolean
}

/** Usage of a step: `quantity` of `unit` ("call", "token", "ms", "message"). Prices are in prices.ts. */
export interface CostLine {
  /**
   * "api", "agent", "code", "message": the kind in `cost_breakdown` and in the ledger's key. At most one line per
   * kind and tool.
   */
  kind: string
  /** Display name: "gpt-4o-mini", "Telegram". */
  label: string
  quantity: number
  unit: string
  micros: bigint
  /** The tool whose use costs this; absent = none. */
  tool?: Ref
}

/** The costs, of which those of no other tool are those of this one. */
export const costsOfTool = (tool: Pick<DecryptedTool, 'id' | 'name'> | null, costs: readonly CostLine[]): CostLine[] =>
  costs.map((line) => (tool === null || line.tool ? line : { ...line, tool: { id: tool.id, name: tool.name } }))

/** Reports the cost so far, before (including its minimum cost) and after a chargeable operation. Never throws. */
export type ReportCosts = (costs: readonly CostLine[]) => Promise<void>

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
  /** True if steps of this type are always free; they run even without credit. */
  isFree?: true
  /** True if a step has no side effects and may be repeated, so that its end is written together with later steps. */
  isRepeatable?: true
  /** Errors in a node's config, one sentence each; they prevent activation. */
  check?(node: Node): readonly string[]
  run(context: StepContext): Promise<StepOutcome>
  /** Continues after a wait with the event's payload ("reply", "webhook", the child's output), or `null` at `until`. */
  wake?(context: StepContext, payload: Json | null): Promise<StepOutcome>
}
