/** What the connector keeps of one Langflow, as one key sees it. */
import type { ConnectionOptions } from '#server/connectors/connector.ts'
import { KeptList } from '#server/connectors/kept-list.ts'
import { maxKeptFlows } from '#server/connectors/kept-limits.ts'
import type { ProductClient } from '#server/connectors/product-client.ts'
import { rereadOpenRuns } from '#server/connectors/open-runs.ts'
import { RunFacts } from '#server/connectors/run-facts.ts'
import { conversationsOf, type ConversationRow } from './conversation-row.ts'
import { flowRowOf, type FlowRow } from './flow-row.ts'
import { api, flowPages, messagePages, readProjects, tracePages, withSignIn } from './langflow-client.ts'
import { TraceDetail, type LangflowFlow, type LangflowMessage, type Trace } from './langflow-schemas.ts'
import { runRowOf, type RunRow } from './run-row.ts'
import { costOf, runErrorOf } from './run-steps.ts'

/** Traces that are kept: each comes with its input and output. */
const maxLangflowRuns = 20_000
/** Sessions that are kept: about 1 kB each. */
const maxSessions = 20_000

/** A run, with the number of its tokens, which says whether it can have a cost. */
export interface KeptRun {
  row: RunRow
  tokens: number
}

export class LangflowState {
  readonly options: ConnectionOptions
  readonly client: ProductClient
  readonly flows: KeptList<FlowRow>
  readonly runs: KeptList<KeptRun>
  readonly conversations: KeptList<ConversationRow>
  readonly facts: RunFacts<RunRow>
  /** Name of each flow, shared by its runs, so that a rename is seen in all of them. */
  readonly #flowRefs = new Map<string, { id: string; name?: string }>()
  /** Name of the project of each flow. */
  readonly #projects = new Map<string, string>()

  constructor(options: ConnectionOptions) {
    this.options = options
    this.client = withSignIn(options.client)
    this.flows = new KeptList({ idOf: ({ flow }) => flow.id, load: () => this.#loadFlows(), maxRows: maxKeptFlows })
    this.runs = new KeptList({
      idOf: ({ row }) => row.id,
      load: () => this.#loadRuns(),
      refresh: (known) => this.#refreshRuns(known),
      startsEarly: true,
      maxRows: maxLangflowRuns,
    })
    this.conversations = new KeptList({
      idOf: ({ id }) => id,
      load: () => this.#loadConversations(),
      maxRows: maxSessions,
    })
    this.facts = new RunFacts({
      title: 'Langflow',
      currency: options.currency,
      now: options.now,
      read: (row) => this.#factOf(row),
      mayHaveCost: ({ id }) => (this.runs.get(id)?.tokens ?? 0) > 0,
    })
  }

  /** Keeps a flow that was read or written. */
  keep(flow: LangflowFlow): FlowRow {
    const row = flowRowOf(flow, this.#projects.get(flow.id) ?? null)
    this.#refOf(flow.id).name = flow.name
    this.flows.put(row)
    return row
  }

  runOf(trace: Trace): KeptRun {
    return { row: runRowOf(trace, this.#refOf(trace.flowId)), tokens: trace.totalTokens }
  }

  readTrace(id: string): Promise<TraceDetail> {
    return this.client.json(TraceDetail, `${api}/monitor/traces/${encodeURIComponent(id)}`)
  }

  nameOf(flow: string): string | undefined {
    return this.flows.get(flow)?.flow.name
  }

  #refOf(id: string): { id: string; name?: string } {
    const known = this.#flowRefs.get(id) ?? { id }
    this.#flowRefs.set(id, known)
    return known
  }

  async *#loadFlows(): AsyncGenerator<FlowRow[]> {
    for (const project of await readProjects(this.client))
      for await (const page of flowPages(this.client, project.id)) {
        for (const { id, name } of page) {
          this.#projects.set(id, project.name)
          this.#refOf(id).name = name
        }
        yield page.map((flow) => flowRowOf(flow, project.name))
      }
  }

  async *#loadRuns(): AsyncGenerator<KeptRun[]> {
    // Traces have only the id of their flow.
    await this.flows.read()
    for await (const page of tracePages(this.client)) yield page.map((trace) => this.runOf(trace))
  }

  /** New traces, newest first, down to those that are known; and those that had not ended. */
  async *#refreshRuns(known: ReadonlyMap<string, KeptRun>): AsyncGenerator<KeptRun[]> {
    for await (const page of this.#loadRuns()) {
      yield page
      if (page.some(({ row }) => known.has(row.id))) break
    }
    yield await rereadOpenRuns(known.values(), {
      statusOf: ({ row }) => row.status,
      read: async ({ row }) => this.runOf(await this.readTrace(row.id)),
    })
  }

  async *#loadConversations(): AsyncGenerator<ConversationRow[]> {
    await this.flows.read()
    // A session may continue on the next page.
    const messages: LangflowMessage[] = []
    for await (const page of messagePages(this.client)) messages.push(...page)
    yield conversationsOf(messages, (flow) => this.nameOf(flow))
  }

  async #factOf({ id, flow }: RunRow) {
    const trace = await this.readTrace(id)
    const nodes = this.flows.get(flow.id)?.nodes ?? []
    return { error: runErrorOf(trace, nodes), ...costOf(this.options.prices, trace) }
  }
}
