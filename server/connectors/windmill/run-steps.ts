/** The steps of a run of Windmill: the modules in the status of its job, with their own jobs. */
import type { Run, RunStep } from '#contract/billing.ts'
import type { RunStatus } from '#contract/values/run-status.ts'
import type { Json } from '#lib/json/json.ts'
import type { Known } from '#server/connectors/connector.ts'
import { inParallel } from '#server/connectors/in-parallel.ts'
import { plainOutput } from '#server/connectors/plain-output.ts'
import { errorOf, statusOf } from './run-row.ts'
import type { FlowStatus, Job, StatusModule } from './windmill-schemas.ts'

/** Jobs that are read for the steps of one run: one for each step, and in loops for each pass. */
const maxStepJobs = 200
/** Requests at the same time. */
const parallel = 6

/** A node of the flow, as the canvas shows it. */
interface StepNode {
  id: string
  name: string
  type: string
  parent: string | null
}

export interface StepContext {
  nodes: ReadonlyMap<string, StepNode>
  /** Reads a job; null if it cannot be read. */
  read: (id: string) => Promise<Job | null>
}

const statuses: Readonly<Record<string, RunStatus>> = {
  WaitingForEvents: 'waiting',
  WaitingForExecutor: 'queued',
  InProgress: 'running',
  Success: 'succeeded',
  Failure: 'failed',
}

/** Windmill's mark in the place of a result that is too large for the answer. */
const tooLarge = 'WINDMILL_TOO_BIG'

/** The result of a job that succeeded; null for all others. */
export function outputOf({ success, result }: Job): Json {
  return success !== true || result === undefined || result === tooLarge ? null : plainOutput(result)
}

/** Ids of the jobs of a module. One that waits for events names the job of the module before it. */
function jobsOf({ type, job, flow_jobs: many }: StatusModule): string[] {
  if (type === 'WaitingForPriorSteps' || type === 'WaitingForEvents') return []
  return many && many.length > 0 ? many : job ? [job] : []
}

/** The output through which a run continued; null while it runs, and for several. */
function handleOf({ type, branch_chosen: chosen }: StatusModule, node: StepNode | undefined): string | null {
  if (type !== 'Success' || node?.type === 'branchall') return null
  if (!chosen) return 'out'
  return chosen.type === 'default' ? 'else' : `case_${chosen.branch ?? 0}`
}

/** Begin and duration of a step with several jobs: from the first begin to the last end, once all have ended. */
function spanOf(jobs: readonly Job[], isEnded: boolean): { started_at?: string; duration_ms?: number | null } {
  const begins = jobs.flatMap(({ started_at: at }) => (at ? [Date.parse(at)] : []))
  if (begins.length === 0) return {}
  const begin = Math.min(...begins)
  const started_at = new Date(begin).toISOString()
  if (!isEnded) return { started_at, duration_ms: null }
  const ends = jobs.flatMap(({ started_at: at, duration_ms: length }) =>
    at && typeof length === 'number' ? [Date.parse(at) + length] : [],
  )
  return ends.length < jobs.length ? { started_at } : { started_at, duration_ms: Math.max(...ends) - begin }
}

const withoutNode = (error: Run['error']): RunStep['error'] => error && { code: error.code, message: error.message }

/** Error of the first job that failed. */
function failureOf(jobs: readonly Job[]): RunStep['error'] {
  const failed = jobs.find(({ success }) => success === false)
  return failed ? withoutNode(errorOf(failed)) : null
}

/** State of reading the steps of one run. */
class StepReading {
  readonly steps: Known<RunStep>[] = []
  readonly #context: StepContext
  #left = maxStepJobs

  constructor(context: StepContext) {
    this.#context = context
  }

  async modules(
    { modules, preprocessor_module: first, failure_module: last }: FlowStatus,
    owner: string,
  ): Promise<void> {
    const all = [...(first ? [first] : []), ...modules, ...(last ? [last] : [])]
    const begun = all.filter(({ type }) => type !== 'WaitingForPriorSteps')
    const ids = begun.flatMap(jobsOf).slice(0, this.#left)
    this.#left -= ids.length
    const jobs = new Map<string, Job>()
    await inParallel(ids, parallel, async (id) => {
      const job = await this.#context.read(id)
      if (job) jobs.set(id, job)
    })
    for (const one of begun)
      await this.#module(
        one,
        jobsOf(one).flatMap((id) => jobs.get(id) ?? []),
        owner,
      )
  }

  async #module(module: StatusModule, jobs: readonly Job[], owner: string): Promise<void> {
    const id = module.id ?? ''
    const isMany = (module.flow_jobs?.length ?? 0) > 0
    const [only] = jobs
    const parent = only?.parent_job
    const status = statuses[module.type] ?? 'running'
    const isEnded = status === 'succeeded' || status === 'failed'
    this.steps.push({
      ...this.#rowOf(id, status),
      handle: handleOf(module, this.#context.nodes.get(id)),
      ...spanOf(jobs, isEnded),
      attempt: 1 + (module.failed_retries?.length ?? 0),
      error: status === 'failed' ? failureOf(jobs) : null,
      ...(isMany || !only ? {} : { output: outputOf(only) }),
      // The job of a step that a restarted run did not repeat belongs to the first run.
      ...(parent && parent !== owner ? { is_reused: true } : {}),
    })
    for (const job of jobs) await this.#inside(id, job, isMany)
  }

  #rowOf(id: string, status: RunStatus) {
    const { name = id, type = '' } = this.#context.nodes.get(id) ?? {}
    return { seq: this.steps.length, node_id: id, node_name: name, node_type: type, status }
  }

  /** Steps in a pass of a loop or in a branch. Those of another flow are steps of its own run. */
  async #inside(id: string, job: Job, isPass: boolean): Promise<void> {
    if (job.flow_status && job.job_kind !== 'flow') return this.modules(job.flow_status, job.id)
    const children = [...this.#context.nodes.values()].filter(({ parent }) => parent === id)
    const [child] = children
    // A loop over one step has no flow for each pass: the jobs of the passes are those of the step.
    if (!isPass || !child || children.length > 1) return
    const status = statusOf(job)
    this.steps.push({
      ...this.#rowOf(child.id, status),
      handle: status === 'succeeded' ? 'out' : null,
      ...spanOf([job], job.success !== undefined),
      attempt: 1,
      error: withoutNode(errorOf(job)),
      output: outputOf(job),
    })
  }
}

/** The steps of a run, each before those in it. */
export async function stepsOf({ id, flow_status: status }: Job, context: StepContext): Promise<Known<RunStep>[]> {
  if (!status) return []
  const reading = new StepReading(context)
  await reading.modules(status, id)
  return reading.steps
}
