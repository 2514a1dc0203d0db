/** What the connector keeps of one workspace of Windmill, as one key sees it. */
import type { ConnectionOptions } from '#server/connectors/connector.ts'
import { inParallel } from '#server/connectors/in-parallel.ts'
import { KeptList } from '#server/connectors/kept-list.ts'
import { maxKeptFlows, maxKeptRuns } from '#server/connectors/kept-limits.ts'
import { rereadOpenRuns } from '#server/connectors/open-runs.ts'
import { RunFacts } from '#server/connectors/run-facts.ts'
import { definitionFactsOf, flowRowOf, type FlowDefinitionFacts, type FlowRow } from './flow-row.ts'
import { errorOf, isPlanned, isRun, runKinds, runRowOf, type RunRow } from './run-row.ts'
import { ifAllowed, WindmillApi } from './windmill-api.ts'
import { idOfPath, isPath, pathOfId } from './windmill-ids.ts'
import { FlowDocument, HttpTrigger, Job, ListedFlow, Schedule } from './windmill-schemas.ts'

/** Requests at the same time. */
const parallel = 6

/** Schedules and HTTP triggers of flows. Null = the key may not read them. */
interface Triggers {
  schedules: readonly Schedule[] | null
  httpTriggers: readonly HttpTrigger[] | null
}

export const flowPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

export class WindmillState {
  readonly options: ConnectionOptions
  readonly api: WindmillApi
  readonly flows: KeptList<FlowRow>
  readonly runs: KeptList<RunRow>
  readonly facts: RunFacts<RunRow>
  readonly #triggers: KeptList<{ id: string } & Triggers>
  /** Definitions by flow, each with the time of the change that it was read for. */
  readonly #definitions = new Map<string, { updatedAt: string; definition: FlowDefinitionFacts }>()
  /** Name of each flow, shared by its runs, so that a rename is seen in all of them. */
  readonly #flowRefs = new Map<string, { id: string; name?: string }>()

  constructor(options: ConnectionOptions) {
    this.options = options
    this.api = new WindmillApi(options.client, options.scope)
    this.flows = new KeptList({ idOf: ({ id }) => id, load: () => this.#loadFlows(), maxRows: maxKeptFlows })
    this.runs = new KeptList({
      idOf: ({ id }) => id,
      load: () => this.#loadRuns(),
      refresh: (known) => this.#refreshRuns(known),
      startsEarly: true,
      maxRows: maxKeptRuns,
    })
    this.#triggers = new KeptList({ idOf: ({ id }) => id, load: () => this.#loadTriggers(), maxRows: 1 })
    this.facts = new RunFacts({
      title: 'Windmill',
      currency: options.currency,
      now: options.now,
      read: async ({ id }) => ({ error: errorOf(await this.readJob(id)), cost: null, isCostKnown: true }),
    })
  }

  /** Keeps a flow that was read or written. */
  keep({ flow, document }: FlowDocument): FlowRow {
    const row = flowRowOf(flow)
    this.refOf(row.id).name = row.name
    this.#definitions.set(row.id, { updatedAt: row.updated_at, definition: definitionFactsOf(document, row.name) })
    this.flows.put(row)
    return row
  }

  definitionOf(id: string): FlowDefinitionFacts | null {
    return this.#definitions.get(id)?.definition ?? null
  }

  /** Reads the definitions of flows that changed since they were read. Lists of Windmill leave them out. */
  async loadDefinitions(rows: readonly FlowRow[]): Promise<void> {
    const changed = rows.filter(({ id, updated_at: at }) => this.#definitions.get(id)?.updatedAt !== at)
    await inParallel(changed, parallel, async ({ id, name, updated_at: updatedAt }) => {
      const path = `/flows/get/${flowPath(pathOfId(id, 'flow'))}`
      const found = await ifAllowed(this.api.json(FlowDocument, path))
      if (found) this.#definitions.set(id, { updatedAt, definition: definitionFactsOf(found.document, name) })
    })
  }

  readJob(id: string): Promise<Job> {
    return this.api.json(Job, `/jobs_u/get/${encodeURIComponent(id)}`, { query: { no_logs: true } })
  }

  async triggers(): Promise<Triggers> {
    const [found] = (await this.#triggers.read()).rows
    return found ?? { schedules: null, httpTriggers: null }
  }

  /** After a change of a trigger. */
  async reloadTriggers(): Promise<void> {
    this.#triggers.put(await this.#readTriggers())
  }

  refOf(id: string): { id: string; name?: string } {
    const known = this.#flowRefs.get(id) ?? { id }
    this.#flowRefs.set(id, known)
    return known
  }

  /** The run of a job. */
  runOf(job: Job, { schedules }: Triggers): RunRow {
    const { script_path: path, schedule_path: schedule } = job
    // The preview of a flow that was never saved has no path.
    const flow = path && isPath(path) ? this.refOf(idOfPath(path)) : {}
    const scheduleName = schedules?.find((one) => one.path === schedule)?.summary || null
    return runRowOf(job, { flow, scheduleName })
  }

  async *#loadFlows(): AsyncGenerator<FlowRow[]> {
    for (const isArchived of [false, true])
      for await (const page of this.api.pages(ListedFlow, '/flows/list', { show_archived: isArchived })) {
        const rows = page.map(flowRowOf)
        for (const { id, name } of rows) this.refOf(id).name = name
        yield rows
      }
  }

  async *#loadTriggers(): AsyncGenerator<({ id: string } & Triggers)[]> {
    yield [await this.#readTriggers()]
  }

  async #readTriggers(): Promise<{ id: string } & Triggers> {
    const { api } = this
    const [schedules, httpTriggers] = await Promise.all([
      ifAllowed(api.rows(Schedule, '/schedules/list', { is_flow: true })),
      ifAllowed(api.rows(HttpTrigger, '/http_triggers/list', { is_flow: true })),
    ])
    const ofFlows = <T extends { is_flow: boolean }>(rows: T[] | null) => rows && rows.filter(({ is_flow }) => is_flow)
    return { id: 'all', schedules: ofFlows(schedules), httpTriggers: ofFlows(httpTriggers) }
  }

  #runsIn(jobs: readonly Job[], triggers: Triggers): RunRow[] {
    const now = this.options.now()
    return jobs.filter((job) => isRun(job) && !isPlanned(job, now)).map((job) => this.runOf(job, triggers))
  }

  /** All queued jobs, which come before the completed ones. */
  async #queued(triggers: Triggers): Promise<RunRow[]> {
    return this.#runsIn(await this.api.rows(Job, '/jobs/queue/list', { job_kinds: runKinds }), triggers)
  }

  async *#loadRuns(): AsyncGenerator<RunRow[]> {
    // Jobs have only the path of their flow and schedule.
    const [triggers] = await Promise.all([this.triggers(), this.flows.read()])
    let queued = await this.#queued(triggers)
    for await (const page of this.api.pages(Job, '/jobs/completed/list', { job_kinds: runKinds })) {
      yield [...queued, ...this.#runsIn(page, triggers)]
      queued = []
    }
  }

  /** New jobs, newest first, down to those that are known; and those that had not ended. */
  async *#refreshRuns(known: ReadonlyMap<string, RunRow>): AsyncGenerator<RunRow[]> {
    const [triggers] = await Promise.all([this.triggers(), this.flows.read()])
    const queued = await this.#queued(triggers)
    yield queued
    for await (const page of this.api.pages(Job, '/jobs/completed/list', { job_kinds: runKinds })) {
      yield this.#runsIn(page, triggers)
      if (page.some(({ id }) => known.has(id))) break
    }
    const inQueue = new Set(queued.map(({ id }) => id))
    const others = [...known.values()].filter(({ id }) => !inQueue.has(id))
    yield await rereadOpenRuns(others, {
      statusOf: ({ status }) => status,
      read: async ({ id }) => this.runOf(await this.readJob(id), triggers),
    })
  }
}
