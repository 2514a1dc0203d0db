/** What the connector keeps of one Flowise, as one key sees it. */
import type { ConnectionOptions } from '#server/connectors/connector.ts'
import { KeptList } from '#server/connectors/kept-list.ts'
import { maxKeptFlows } from '#server/connectors/kept-limits.ts'
import { conversationRowOf, type ConversationRow } from './conversation-row.ts'
import { flowRowOf, type FlowRow } from './flow-row.ts'
import { messagePages, pagesOf, sessionOf } from './flowise-client.ts'
import { Chatflow, Execution, type ChatMessage } from './flowise-schemas.ts'
import { runRowOf, type RunRow } from './run-row.ts'
import { isEnded } from '#contract/values/run-status.ts'
import type { SummedRun } from '#server/connectors/run-summary.ts'
import { costOf, passesOf } from './run-steps.ts'

/** Chatflows per page: about 100 kB each. */
const flowsPerPage = 50
/** Executions per page: each comes with all its data and with its agentflow. */
const runsPerPage = 50
/** Executions that are kept: Flowise never deletes them, and a list of more would take it minutes. */
const maxFlowiseRuns = 5_000
/** Sessions that are kept: about 1 kB each. */
const maxSessions = 20_000
/** Chatflows whose messages are asked for at the same time. */
const parallel = 4

/** Messages by session, newest first. */
function bySession(messages: readonly ChatMessage[]): Map<string, [ChatMessage, ...ChatMessage[]]> {
  const sessions = new Map<string, [ChatMessage, ...ChatMessage[]]>()
  for (const message of messages) {
    const session = sessionOf(message)
    const known = sessions.get(session)
    if (known) known.push(message)
    else sessions.set(session, [message])
  }
  return sessions
}

export class FlowiseState {
  readonly options: ConnectionOptions
  readonly flows: KeptList<FlowRow>
  readonly runs: KeptList<RunRow>
  readonly conversations: KeptList<ConversationRow>

  constructor(options: ConnectionOptions) {
    this.options = options
    this.flows = new KeptList({
      idOf: ({ flow }) => flow.id,
      load: () => this.#loadFlows(),
      maxRows: maxKeptFlows,
    })
    this.runs = new KeptList({
      idOf: ({ id }) => id,
      load: () => this.#loadRuns(),
      refresh: (known) => this.#refreshRuns(known),
      startsEarly: true,
      maxRows: maxFlowiseRuns,
    })
    this.conversations = new KeptList({
      idOf: ({ id }) => id,
      load: () => this.#loadConversations(),
      startsEarly: true,
      maxRows: maxSessions,
    })
  }

  get client() {
    return this.options.client
  }

  /** Keeps a chatflow that was read or written. */
  keep(chatflow: Chatflow): FlowRow {
    const row = flowRowOf(chatflow)
    this.flows.put(row)
    return row
  }

  /** The run of an execution, with its cost. */
  runOf(execution: Execution): RunRow {
    const { prices, currency } = this.options
    const passes = passesOf(execution.executionData)
    return runRowOf(execution, { ...costOf(prices, passes), currency })
  }

  /** False if a part of an ended run's cost is not known: a sum with it would be too small. */
  isCostKnown({ id, status }: Pick<SummedRun, 'id' | 'status'>): boolean {
    return !isEnded(status) || this.runs.get(id)?.is_cost_known !== false
  }

  /** The conversation of a session; null if it has no messages. */
  conversationOf(flow: string, session: string, messages: readonly ChatMessage[]): ConversationRow | null {
    const { prices, currency } = this.options
    const [last, ...others] = messages
    const name = this.flows.get(flow)?.flow.name
    const ref = { id: flow, ...(name === undefined ? {} : { name }) }
    return last ? conversationRowOf([last, ...others], { flow: ref, session, prices, currency }) : null
  }

  async *#loadFlows(): AsyncGenerator<FlowRow[]> {
    for await (const page of pagesOf(this.client, Chatflow, '/chatflows', flowsPerPage)) yield page.map(flowRowOf)
  }

  async *#loadRuns(): AsyncGenerator<RunRow[]> {
    for await (const page of pagesOf(this.client, Execution, '/executions', runsPerPage))
      yield page.map((one) => this.runOf(one))
  }

  /** Flowise lists the last changed executions first: those after one that is known and unchanged are unchanged. */
  async *#refreshRuns(known: ReadonlyMap<string, RunRow>): AsyncGenerator<RunRow[]> {
    for await (const page of this.#loadRuns()) {
      yield page
      if (page.some(({ id, updated_at: at }) => known.get(id)?.updated_at === at)) return
    }
  }

  async #sessionsOf(flow: string): Promise<ConversationRow[]> {
    const rows: ConversationRow[] = []
    for await (const page of messagePages(this.client, flow))
      for (const [session, messages] of bySession(page)) {
        const row = this.conversationOf(flow, session, messages)
        if (row) rows.push(row)
      }
    return rows
  }

  async *#loadConversations(): AsyncGenerator<ConversationRow[]> {
    const { rows } = await this.flows.read()
    for (let at = 0; at < rows.length; at += parallel) {
      const some = rows.slice(at, at + parallel)
      yield (await Promise.all(some.map(({ flow }) => this.#sessionsOf(flow.id)))).flat()
    }
  }
}
