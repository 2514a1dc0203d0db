/** What the connector keeps of one tenant of Kestra, as one key sees it. */
import { recordOf } from '#lib/json/json.ts'
import { Fault } from '#server/base/fault.ts'
import { allowedRows } from '#server/connectors/allowed-rows.ts'
import type { ConnectionOptions } from '#server/connectors/connector.ts'
import { maxKeptFlows, maxKeptRuns } from '#server/connectors/kept-limits.ts'
import { KeptList } from '#server/connectors/kept-list.ts'
import { costOfUses, type CostFact } from '#server/connectors/model-cost.ts'
import { rereadOpenRuns } from '#server/connectors/open-runs.ts'
import { RunFacts } from '#server/connectors/run-facts.ts'
import { z } from 'zod'
import { flowRowOf, tasksOf, type FlowRow, type TaskFacts } from './flow-row.ts'
import { defaultTenant } from './kestra-address.ts'
import { api, pagesOf } from './kestra-client.ts'
import { keyOfFlow, pathOfFlow } from './kestra-ids.ts'
import { Execution, FlowDocument, LogEntry } from './kestra-schemas.ts'
import { runRowOf, type RunRow } from './run-row.ts'
import { allTokensOf, errorOf, usesOf, type TaskTokens } from './run-steps.ts'

/** Revisions of flows whose tasks are kept: about 5 kB each. */
const maxRevisions = 500

/** Newest first, so that new executions are on the first pages. */
const newestFirst = 'state.startDate:desc'

export class KestraState {
  readonly options: ConnectionOptions
  readonly tenant: string
  readonly flows: KeptList<FlowRow>
  readonly runs: KeptList<RunRow>
  readonly facts: RunFacts<RunRow>
  /** Tokens of the executions that recorded some. */
  readonly #tokens = new Map<string, readonly TaskTokens[]>()
  readonly #tasks = new Map<string, ReadonlyMap<string, TaskFacts>>()

  constructor(options: ConnectionOptions) {
    this.options = options
    this.tenant = options.scope ?? defaultTenant
    this.flows = new KeptList({ idOf: ({ flow }) => flow.id, load: () => this.#loadFlows(), maxRows: maxKeptFlows })
    this.runs = new KeptList({
      idOf: ({ id }) => id,
      load: () => this.#loadRuns(),
      refresh: (known) => this.#refreshRuns(known),
      startsEarly: true,
      maxRows: maxKeptRuns,
    })
    this.facts = new RunFacts({
      title: 'Kestra',
      currency: options.currency,
      now: options.now,
      read: (row) => this.#factOf(row),
      mayHaveCost: ({ id }) => this.#tokens.has(id),
    })
  }

  get client() {
    return this.options.client
  }

  /** Path of the API for the tenant. */
  path(rest: string): string {
    return `${api}/${encodeURIComponent(this.tenant)}${rest}`
  }

  /** The row of an execution. */
  runOf(execution: Execution): RunRow {
    const tokens = allTokensOf(execution)
    if (tokens.length > 0) this.#tokens.set(execution.id, tokens)
    const [oldest] = this.#tokens.keys()
    if (this.#tokens.size > maxKeptRuns && oldest !== undefined) this.#tokens.delete(oldest)
    return runRowOf(execution)
  }

  readExecution(id: string): Promise<Execution> {
    return this.client.json(Execution, this.path(`/executions/${encodeURIComponent(id)}`))
  }

  /** Messages of the errors of an execution; none if the key may not read logs. */
  async errorLogs(id: string): Promise<LogEntry[]> {
    const path = this.path(`/logs/${encodeURIComponent(id)}`)
    return allowedRows(this.client.json(z.array(LogEntry), path, { query: { minLevel: 'ERROR' } }))
  }

  /** The tasks of the revision of a flow that an execution ran; none if Kestra does not have it any more. */
  async tasksOf({ flow: { id, version } }: Pick<RunRow, 'flow'>): Promise<ReadonlyMap<string, TaskFacts>> {
    const name = `${id} ${version}`
    const known = this.#tasks.get(name)
    if (known) return known
    const query = { revision: version, allowDeleted: true }
    const path = this.path(`/flows/${pathOfFlow(keyOfFlow(id))}`)
    const found = await this.client.json(FlowDocument, path, { query }).catch((error: unknown) => {
      if (error instanceof Fault && error.code === 'not_found') return null
      throw error
    })
    const tasks = tasksOf(recordOf(found?.document))
    this.#tasks.set(name, tasks)
    const [oldest] = this.#tasks.keys()
    if (this.#tasks.size > maxRevisions && oldest !== undefined) this.#tasks.delete(oldest)
    return tasks
  }

  /** Cost of an execution, by the tokens that it recorded. */
  async costOf(row: Pick<RunRow, 'id' | 'flow'>): Promise<CostFact> {
    const tokens = this.#tokens.get(row.id) ?? []
    const kept = this.flows.get(row.flow.id)
    const isCurrent = kept !== undefined && kept.flow.version === row.flow.version
    const needsFlow = tokens.some(({ model }) => model === '')
    const models = isCurrent || !needsFlow ? (kept?.models ?? new Map<string, string>()) : await this.#modelsOf(row)
    return costOfUses(this.options.prices, usesOf(tokens, models))
  }

  async #modelsOf(row: Pick<RunRow, 'flow'>): Promise<ReadonlyMap<string, string>> {
    return new Map([...(await this.tasksOf(row))].map(([task, { model }]) => [task, model]))
  }

  async *#loadFlows(): AsyncGenerator<FlowRow[]> {
    const query = { sort: ['namespace:asc', 'id:asc'] }
    for await (const page of pagesOf(this.client, FlowDocument, this.path('/flows/search'), query))
      yield page.map((flow) => flowRowOf(flow))
  }

  #pages(): AsyncGenerator<Execution[]> {
    return pagesOf(this.client, Execution, this.path('/executions/search'), { sort: newestFirst })
  }

  async *#loadRuns(): AsyncGenerator<RunRow[]> {
    for await (const page of this.#pages()) yield page.map((one) => this.runOf(one))
  }

  /** New executions, newest first, down to those that are known; and those that had not ended. */
  async *#refreshRuns(known: ReadonlyMap<string, RunRow>): AsyncGenerator<RunRow[]> {
    for await (const page of this.#pages()) {
      yield page.map((one) => this.runOf(one))
      if (page.some(({ id }) => known.has(id))) break
    }
    yield await rereadOpenRuns(known.values(), {
      statusOf: ({ status }) => status,
      read: async ({ id }) => this.runOf(await this.readExecution(id)),
    })
  }

  async #factOf(row: RunRow) {
    const logs = row.status === 'failed' ? await this.errorLogs(row.id) : []
    return { error: errorOf(row, logs), ...(await this.costOf(row)) }
  }
}
