/**
 * What a type of node is to the engine. Each has one file in nodes/, which exports one NodeRunner; nodes/all.ts lists them.
 * A runner knows nothing of queues, leases and tables: it gets a StepContext, and tells what came out.
 */
import type { Node } from '#contract/flow.ts'
import type { Json, JsonRecord } from '#lib/json/json.ts'
import type { Scope } from '#server/store/db/scope.ts'
import type { EngineTools } from './engine-tools.ts'
import type { Filled } from './text/masked-value.ts'

/** What expressions and texts can name. Secrets are no part of it: only `text` fills them in. */
export interface Values {
  /** What the trigger gave. */
  input: Json
  /** By id of the node: what each gave last. `{{ nodes.find.output.order_no }}` */
  nodes: Record<string, { output: Json; visits: number }>
  /** Variables of the flow, by key. */
  vars: JsonRecord
  /** ISO 8601. */
  now: string
  run: { id: string; flow: string; trigger: string; is_test: boolean }
  /** The conversation the run belongs to; null where there is none. */
  conversation: { id: string; number: number; channel: string; contact: JsonRecord } | null
}

/** Where a run came in, for nodes that answer there. */
export interface Origin {
  conversationId: string | null
  channelId: string | null
}

/** What a tool of the account is, with its secrets filled in; it lives as long as the step. */
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
  /** `run/node#visit`: what is sent out carries it as its idempotency key, for a step may be done a second time after a crash. */
  key: string
  attempt: number
  runId: string
  accountId: string
  flowId: string
  /** What the node before gave (of several: an object by node id). A trigger's is the run's input. */
  input: Json
  values: Values
  origin: Origin
  /** Of the account; on the pool, never within a transaction. */
  scope: Scope
  /** Aborted by cancel, by the time limit of the node or the run, and when the service stops. */
  signal: AbortSignal
  /** Micros that this step may still cost; agents stop before they go beyond. */
  budget: bigint
  /** Outgoing HTTP, sandbox, model, channels: what all runs share. */
  tools: EngineTools
  /**
   * A text with `{{ … }}` filled in (Liquid): with secrets for the wire, and without for all that is recorded or handed on.
   * `input`, where it is given, is what `{{ input.x }}` names there: a text of a tool, which is called with an input of its own.
   * Secrets are then the account's by their keys; in a text of the flow they are what the flow binds.
   */
  text(template: string, input?: Filled): Promise<Filled<string>>
  /** The same for every text within a value. */
  fill(value: Json, input?: Filled): Promise<Filled>
  /** Masks secrets, and what they became on the wire, in something that came back. */
  mask(value: Json): Json
  /** Keeps what a secret became outside of texts (Base64 of name and password): an answer may repeat it. */
  derived(pieces: readonly Json[]): void
  /** The tool that a key stands for in this flow (bindings), or in the config of a tool; null where it is missing or off. */
  tool(key: string, isOfTool?: boolean): Promise<ReadyTool | null>
  /** Keeps what was asked for the record of the step: what `text` and `fill` gave for the record. */
  asked(input: Json): void
  /** Whether a secret that this step has used is in a text. */
  holdsSecret(text: string): boolean
}

/** What a step used, to be paid: `quantity` of `unit` ("call", "token", "ms", "message"). The price is prices.ts' business. */
export interface CostLine {
  /** "api", "agent", "code", "message", "transform": the kind in `cost_breakdown` and in the ledger's key. At most one line a kind. */
  kind: string
  /** For people: "gpt-4o-mini", "Telegram". */
  label: string
  quantity: number
  unit: string
  micros: bigint
}

/** Is told what was spent so far: before what costs is done – with what it costs at the least – and after it. It never throws. */
export type Spends = (costs: readonly CostLine[]) => Promise<void>

export type StepOutcome =
  /** Goes on by these outputs ("out", a case id, …). */
  | { is: 'done'; handles: readonly string[]; output: Json; costs?: readonly CostLine[] }
  /** `retryable`: the same call may go well later (network, 429, 5xx). What it cost is paid all the same. */
  | { is: 'failed'; code: string; message: string; retryable: boolean; output?: Json; costs?: readonly CostLine[] }
  /** Nobody waits in memory: the run goes on in another segment at `until`, or when `event` comes. */
  | { is: 'waiting'; until: Date | null; event: 'reply' | 'webhook' | null }
  /** A flow to be started; with `wait` this step waits for its end. */
  | { is: 'subflow'; flow: string; input: Json; wait: boolean; timeoutAt: Date | null }

export interface NodeRunner {
  type: string
  /** Milliseconds after which `signal` is aborted where the node says nothing. */
  timeoutMs: number
  /** True where no step of it ever costs anything: it runs with an empty balance too. */
  isFree?: true
  /** True where a step leaves nothing behind anywhere and may be done a second time: its end is written with those that follow. */
  isRepeatable?: true
  /** What is wrong with a node's config before it ever runs: one sentence each. Activation refuses these. */
  check?(node: Node): readonly string[]
  run(context: StepContext): Promise<StepOutcome>
  /** After a wait: what came ("reply", "webhook", the child's output), or `null` at `until`. */
  wake?(context: StepContext, payload: Json | null): Promise<StepOutcome>
}
