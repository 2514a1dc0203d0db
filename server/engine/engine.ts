/** The engine as handlers and channels see it. */
import type { Scope } from '#server/store/db/scope.ts'
import type { triggerKinds } from '#contract/billing.ts'
import type { Json } from '#lib/json/json.ts'
import type { EventBus } from './events/events.ts'
import type { EngineTools } from './engine-tools.ts'

export interface StartRequest {
  account: string
  flowId: string
  trigger: (typeof triggerKinds)[number]
  /** The trigger node; null = the first that fits `trigger` (and `channelId`, where the node names a channel). */
  triggerNodeId: string | null
  input: Json
  /** The same key starts once: the first run is given again. */
  sourceKey: string | null
  isTest: boolean
  conversation?: { id: string; number: number } | null
  channel?: { id: string; name: string; type: string } | null
  parent?: { runId: string; key: string } | null
  /** `isOtherInput`: the input is not the one that was accepted then. */
  retryOf?: { runId: string; attempt: number; from: 'failed' | 'start'; isOtherInput: boolean } | null
  /** The input was held against the schema of this trigger, of this version of the flow (`Engine.checked`). */
  fitted?: { version: number; trigger: string }
}

/** `isNew` false: a start with this sourceKey was there already. */
export interface Started {
  runId: string
  isNew: boolean
  /** To be called after the commit of `tx`: tells listeners. Without `tx` they are told already. */
  tell: () => void
}

/** What a caller writes in the same transaction, when it is known which run it is about. */
export type StartWrite = (started: Pick<Started, 'runId' | 'isNew'>) => Promise<void>

export interface Engine {
  /**
   * Holds the input against the `input_schema` of its trigger, where it has one; to be called before a transaction, for it may
   * take a second. The request, to be started. Faults: 400 `invalid` with each place (`input.lines.0.count`), 429 `throttled`
   * where too many are looked at, and of those of `start` what keeps the flow from running.
   */
  checked(request: StartRequest): Promise<StartRequest>
  /**
   * Accepts a run: row, reserve and queue entry in one transaction. `tx`, where it is given, is an open transaction of the
   * caller (a raw pg client), so that what the caller writes is there together with the run or not at all. `beside` writes it
   * while the run takes its place in the queue, which saves a way to the database.
   * Faults: 404 without the flow, 409 `not_ready` (not active and no test; unknown types; what `check` finds), 402
   * `insufficient_balance`, 429 `throttled` (too many that wait), and those of `checked`, which should come before `tx`.
   */
  start(request: StartRequest, tx?: import('pg').ClientBase, beside?: StartWrite): Promise<Started>
  /** 404; 409 `not_ready` where it has ended. */
  cancel(scope: Scope, runId: string): Promise<void>
  /** Something came that a step of this run, or of any run of the conversation, waits for. True where somebody waited. */
  deliver(
    account: string,
    to: { conversationId: string } | { runId: string },
    event: 'reply' | 'webhook',
    payload: Json,
  ): Promise<boolean>
  /** Registers and removes what starts a flow by itself (schedules), after its status has changed. */
  activation(account: string, flowId: string): Promise<void>
  /**
   * A flow was deleted: its runs that wait, or whose turn has not come, end as `flow_gone`. What moves goes on until it ends or
   * waits. To be called after the commit; what a kill in between leaves ends once its wait is over.
   */
  flowGone(account: string, flowId: string): Promise<void>
  /** What is wrong with a flow for running, beyond flow/health/lint.ts. */
  checkFlow(scope: Scope, flowId: string): Promise<{ nodeId: string | null; code: string; message: string }[]>
  /** Who this process is among those that run flows: what it leaves behind when it is killed is known by it. */
  executor: string
  events: EventBus
  tools: EngineTools
  /** What tools of the sample use in their place: it sends nothing. */
  sampleTools: EngineTools
  /** Figures for /metrics: lines of the Prometheus text format. */
  metrics(): Promise<string[]>
  /** Takes no new work, waits `ms` for steps under way, leaves the rest to the next start. */
  stop(ms: number): Promise<void>
}
