/** What the connector keeps of one n8n, as one key sees it. */
import type { ConnectionOptions } from '#server/connectors/connector.ts'
import { KeptList } from '#server/connectors/kept-list.ts'
import { maxKeptFlows, maxKeptRuns } from '#server/connectors/kept-limits.ts'
import { rereadOpenRuns } from '#server/connectors/open-runs.ts'
import { RunFacts } from '#server/connectors/run-facts.ts'
import { api, pagesOf } from './n8n-client.ts'
import { Execution, ExecutionWithData, WorkflowDocument } from './n8n-schemas.ts'
import { runRowOf, type RunRow } from './run-row.ts'
import { costOf, errorOf } from './run-steps.ts'
import { workflowRowOf, type WorkflowRow } from './workflow-row.ts'

export const executionPath = (id: string): string => `${api}/executions/${encodeURIComponent(id)}`

export class N8nState {
  readonly options: ConnectionOptions
  readonly workflows: KeptList<WorkflowRow>
  readonly runs: KeptList<RunRow>
  readonly facts: RunFacts<RunRow>
  /** Name of each workflow, shared by its runs, so that a rename is seen in all of them. */
  readonly #flowRefs = new Map<string, { id: string; name?: string }>()

  constructor(options: ConnectionOptions) {
    this.options = options
    this.workflows = new KeptList({
      idOf: ({ flow }) => flow.id,
      load: () => this.#loadWorkflows(),
      maxRows: maxKeptFlows,
    })
    this.runs = new KeptList({
      idOf: ({ id }) => id,
      load: () => this.#loadRuns(),
      refresh: (known) => this.#refreshRuns(known),
      startsEarly: true,
      maxRows: maxKeptRuns,
    })
    this.facts = new RunFacts({
      title: 'n8n',
      currency: options.currency,
      now: options.now,
      read: (row) => this.#factOf(row),
      mayHaveCost: ({ flow: { id = '' } }) => this.workflows.get(id)?.usesModel === true,
    })
  }

  get client() {
    return this.options.client
  }

  /** Keeps a workflow that was read or written. */
  keep(workflow: WorkflowDocument): WorkflowRow {
    const row = workflowRowOf(workflow)
    this.#name(row)
    this.workflows.put(row)
    return row
  }

  /** The run of an execution. */
  runOf(execution: Execution): RunRow {
    const { workflowId } = execution
    const triggers = this.workflows.get(workflowId)?.triggers ?? []
    const schedules = triggers.length > 0 && triggers.every(({ type }) => /^(?:schedule|cron|interval)/.test(type))
    return runRowOf(execution, this.#refOf(workflowId), schedules)
  }

  async readExecution(id: string): Promise<ExecutionWithData> {
    return this.client.json(ExecutionWithData, executionPath(id), { query: { includeData: true } })
  }

  /** Removes the run of an execution that n8n deleted. n8n also answers 404 for one whose data it did not save. */
  async removeIfDeleted(id: string): Promise<void> {
    const { status } = await this.client.ask(executionPath(id))
    if (status === 404) this.runs.remove(id)
  }

  #refOf(id: string): { id: string; name?: string } {
    const known = this.#flowRefs.get(id) ?? { id }
    this.#flowRefs.set(id, known)
    return known
  }

  #name({ flow: { id, name } }: WorkflowRow): void {
    this.#refOf(id).name = name
  }

  async *#loadWorkflows(): AsyncGenerator<WorkflowRow[]> {
    for await (const page of pagesOf(this.client, WorkflowDocument, '/workflows', { excludePinnedData: true })) {
      const rows = page.map((workflow) => workflowRowOf(workflow))
      for (const row of rows) this.#name(row)
      yield rows
    }
  }

  async *#loadRuns(): AsyncGenerator<RunRow[]> {
    // Runs have only the id of their workflow.
    await this.workflows.read()
    // n8n lists running executions only if asked for them; first, so that the last run of a flow is one of them.
    const running: RunRow[] = []
    for await (const page of pagesOf(this.client, Execution, '/executions', { status: 'running' }))
      running.push(...page.map((one) => this.runOf(one)))
    for await (const page of pagesOf(this.client, Execution, '/executions'))
      yield [...running.splice(0), ...page.map((one) => this.runOf(one))]
  }

  /** New executions, newest first, down to those that are known; and those that had not ended. */
  async *#refreshRuns(known: ReadonlyMap<string, RunRow>): AsyncGenerator<RunRow[]> {
    await this.workflows.read()
    const { client } = this
    for await (const page of pagesOf(client, Execution, '/executions', { status: 'running' }))
      yield page.map((one) => this.runOf(one))
    for await (const page of pagesOf(client, Execution, '/executions')) {
      yield page.map((one) => this.runOf(one))
      if (page.some(({ id }) => known.has(id))) break
    }
    yield await rereadOpenRuns(known.values(), {
      statusOf: ({ status }) => status,
      read: async ({ id }) => this.runOf(await client.json(Execution, executionPath(id))),
    })
  }

  async #factOf({ id }: RunRow) {
    const execution = await this.readExecution(id)
    return { error: errorOf(execution), ...costOf(execution, this.options.prices) }
  }
}
