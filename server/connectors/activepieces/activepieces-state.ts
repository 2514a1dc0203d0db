/** What the connector keeps of one project of Activepieces, as one key sees it. */
import { Fault } from '#server/base/fault.ts'
import type { ConnectionOptions } from '#server/connectors/connector.ts'
import { maxKeptFlows, maxKeptRuns } from '#server/connectors/kept-limits.ts'
import { KeptList } from '#server/connectors/kept-list.ts'
import { rereadOpenRuns } from '#server/connectors/open-runs.ts'
import { RunFacts } from '#server/connectors/run-facts.ts'
import { allowedRows } from '#server/connectors/allowed-rows.ts'
import { api, pagesOf, rowsOf } from './activepieces-client.ts'
import { FlowDocument, FlowRun, Folder, Project } from './activepieces-schemas.ts'
import { flowRowOf, stepsIn, type FlowRow, type StepFacts } from './flow-row.ts'
import { runRowOf, type RunRow } from './run-row.ts'
import { errorOf } from './run-steps.ts'

/** Versions of flows whose steps are kept: about 5 kB each. */
const maxVersions = 500

export interface ProjectRef {
  id: string
  name: string
}

export class ActivepiecesState {
  readonly options: ConnectionOptions
  readonly flows: KeptList<FlowRow>
  readonly runs: KeptList<RunRow>
  readonly facts: RunFacts<RunRow>
  #project: Promise<ProjectRef> | null = null
  #folders: ReadonlyMap<string, string> = new Map()
  readonly #steps = new Map<string, ReadonlyMap<string, StepFacts>>()

  constructor(options: ConnectionOptions) {
    this.options = options
    this.flows = new KeptList({ idOf: ({ flow }) => flow.id, load: () => this.#loadFlows(), maxRows: maxKeptFlows })
    this.runs = new KeptList({
      idOf: ({ id }) => id,
      load: () => this.#loadRuns(),
      refresh: (known) => this.#refreshRuns(known),
      startsEarly: true,
      maxRows: maxKeptRuns,
    })
    this.facts = new RunFacts({
      title: 'Activepieces',
      currency: options.currency,
      now: options.now,
      read: async (row) => ({ error: errorOf(row, await this.readRun(row.id)), cost: null, isCostKnown: true }),
    })
  }

  get client() {
    return this.options.client
  }

  /** The project of the address, else the first that the key sees. A failure is asked again with the next request. */
  project(): Promise<ProjectRef> {
    this.#project ??= this.#findProject().catch((error: unknown) => {
      this.#project = null
      throw error
    })
    return this.#project
  }

  async projectId(): Promise<string> {
    return (await this.project()).id
  }

  /** Keeps a flow that was read or written. */
  keep(flow: FlowDocument): FlowRow {
    const row = flowRowOf(flow, this.#folders)
    this.flows.put(row)
    return row
  }

  runOf(run: FlowRun): RunRow {
    return runRowOf(run, this.flows.get(run.flowId))
  }

  readRun(id: string): Promise<FlowRun> {
    return this.client.json(FlowRun, `${api}/flow-runs/${encodeURIComponent(id)}`)
  }

  /** The steps of the version that a run ran; none if it does not exist any more. */
  async stepsOf({ flowId, flowVersionId }: FlowRun): Promise<ReadonlyMap<string, StepFacts>> {
    const known = this.#steps.get(flowVersionId)
    if (known) return known
    const path = `${api}/flows/${encodeURIComponent(flowId)}`
    const found = await this.client
      .json(FlowDocument, path, { query: { versionId: flowVersionId } })
      .catch((error: unknown) => {
        if (error instanceof Fault && error.code === 'not_found') return null
        throw error
      })
    const steps = stepsIn(found?.version ?? {})
    this.#steps.set(flowVersionId, steps)
    const [oldest] = this.#steps.keys()
    if (this.#steps.size > maxVersions && oldest !== undefined) this.#steps.delete(oldest)
    return steps
  }

  async #findProject(): Promise<ProjectRef> {
    const projects = await rowsOf(this.client, Project, '/projects', {})
    const { scope } = this.options
    const found = scope === null ? projects[0] : projects.find(({ id }) => id === scope)
    if (!found)
      throw new Fault(
        'permission_denied',
        scope === null
          ? 'This key sees no project of Activepieces.'
          : 'This key does not see the project that API_BASE_URL names.',
      )
    return { id: found.id, name: found.displayName }
  }

  async *#loadFlows(): AsyncGenerator<FlowRow[]> {
    const projectId = await this.projectId()
    const folders = await allowedRows(rowsOf(this.client, Folder, '/folders', { projectId }))
    this.#folders = new Map(folders.map(({ id, displayName }) => [id, displayName]))
    for await (const page of pagesOf(this.client, FlowDocument, '/flows', { projectId }))
      yield page.map((flow) => flowRowOf(flow, this.#folders))
  }

  async *#pages(): AsyncGenerator<RunRow[]> {
    const projectId = await this.projectId()
    // The trigger of a run is known by its flow.
    await this.flows.read()
    for await (const page of pagesOf(this.client, FlowRun, '/flow-runs', { projectId }))
      yield page.map((run) => this.runOf(run))
  }

  async *#loadRuns(): AsyncGenerator<RunRow[]> {
    yield* this.#pages()
  }

  /** New runs, newest first, down to those that are known; and those that had not ended. */
  async *#refreshRuns(known: ReadonlyMap<string, RunRow>): AsyncGenerator<RunRow[]> {
    for await (const page of this.#pages()) {
      yield page
      if (page.some(({ id }) => known.has(id))) break
    }
    yield await rereadOpenRuns(known.values(), {
      statusOf: ({ status }) => status,
      read: async ({ id }) => this.runOf(await this.readRun(id)),
    })
  }
}
