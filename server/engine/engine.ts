/** Interface of the engine for handlers and channels. */
import type { Scope } from '#server/store/db/scope.ts'
import type { triggerKinds } from '#contract/billing.ts'
import type { Json } from '#lib/json/json.ts'
import type { EventBus } from './events/events.ts'
import type { EngineTools } from './engine-tools.ts'

export interface StartRequest {
  account: string
  flowId: string
  trigger: (typeof triggerKinds)[number]
  /** The trigger node; null = the first that matches `trigger` (and `channelId`, if the node names a channel). */
  triggerNodeId: string | null
  input: Json
  /** Idempotency key: further starts with the same key return the first run. */
  sourceKey: string | null
  isTest: boolean
  conversation?: { id: string; number: number } | null
  channel?: { id: string; name: string; type: string } | null
  parent?: { runId: string; key: string } | null
  /** `isOtherInput`: the input differs from that of the retried run. */
  /** Version of the flow to run, if it is not the live one: for tests of a draft, and retries from a step. */
  version?: number | null
  retryOf?: { runId: string; attempt: number; from: 'failed' | 'start'; isOtherInput: boolean } | null
  /** The input was validated against the schema of this trigger, in this version of the flow (`Engine.validateInput`). */
  validated?: { version: number; trigger: string }
}

/** `isNew` false: a run with this sourceKey already existed. */
export interface StartedRun {
  runId: string
  isNew: boolean
  /** Notifies listeners; to be called after the commit of `tx`. Without `tx` it has already happened. */
  notify: () => void
}

/** Additional writes of the caller in the same transaction, once the run id is known. */
export type StartWrite = (started: Pick<StartedRun, 'runId' | 'isNew'>) => Promise<void>

export interface Engine {
  /**
   * Validates the input against the trigger's `input_schema`, if any; to be called before a transaction, because it may
   * take seconds. Returns the request to start. Faults: 400 `invalid` with each path (`input.lines.0.count`), 429
   * `throttled` if too many inputs are being validated, and those of `start` that prevent the flow from running.
   */
  validateInput(request: StartRequest): Promise<StartRequest>
  /**
   * Accepts a run: writes its row, credit reservation and queue entry in one transaction. `tx`: an open transaction of
   * the caller (a raw pg client), which makes the caller's own writes atomic with the run. `alongside` runs
   * while the queue entry is written, which saves a round trip. Faults: 404 without the flow, 409 `not_ready` (not
   * active and no test; unknown types; invalid config of a node), 402 `insufficient_balance`, 429 `throttled` (queue
   * full), 503 while the service stops, and those of `validateInput`, which should be called before `tx`.
   */
  start(request: StartRequest, tx?: import('pg').ClientBase, alongside?: StartWrite): Promise<StartedRun>
  /** Faults: 404; 409 `not_ready` if it has ended. */
  cancel(scope: Scope, runId: string): Promise<void>
  /**
   * Delivers an event that a step of this run, or of any run of the conversation, waits for. True if a step was
   * waiting.
   */
  deliver(
    account: string,
    to: { conversationId: string } | { runId: string },
    event: 'reply' | 'webhook',
    payload: Json,
  ): Promise<boolean>
  /** Registers or removes automatic starts of a flow (schedules), after a change of its status. */
  updateSchedules(account: string, flowId: string): Promise<void>
  /**
   * Ends waiting and queued runs of a deleted flow as `flow_gone`. Active ones continue until they end or wait. To be
   * called after the commit; if the process is killed before the call, these runs end when their wait is over.
   */
  endRunsOfDeletedFlow(account: string, flowId: string): Promise<void>
  /** Pauses and resumes flows by the budgets of the account. To be called after the commit of a change. */
  enforceBudgets(account: string): Promise<void>
  /** Continues bulk actions of runs soon, also those of other processes. To be called after the commit of a new one. */
  continueBulkActions(): void
  /**
   * Checks whether a flow can run, in addition to flow/health/lint.ts. `text`: the document of a version that is not
   * live; null = the live one.
   */
  checkFlow(
    scope: Scope,
    flowId: string,
    text: string | null,
  ): Promise<{ nodeId: string | null; code: string; message: string }[]>
  /** Compares what is wrong at a time with the open incidents, as the watcher does; for tests. */
  checkIncidents(at: Date): Promise<void>
  /** Executor id of this process, by which other processes find its orphaned work. */
  executor: string
  events: EventBus
  tools: EngineTools
  /** Tools for the sample workspace, which send nothing. */
  sampleTools: EngineTools
  /** Metrics in the Prometheus text format. */
  metrics(): Promise<string[]>
  /** Stops taking work and waits `ms` for running steps; unfinished work continues after the next start. */
  stop(ms: number): Promise<void>
}
