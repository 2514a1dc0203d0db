/** Endpoints of runs, from Windmill's jobs. */
import { run, type RunDetail } from '#contract/billing.ts'
import { recordOf, type JsonRecord } from '#lib/json/json.ts'
import { Fault, invalid } from '#server/base/fault.ts'
import { answer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { plainOutput } from '#server/connectors/plain-output.ts'
import { errorOf, statusOf } from './run-row.ts'
import { outputOf, stepsOf, type StepContext } from './run-steps.ts'
import { ifAllowed } from './windmill-api.ts'
import { isPath, jobId, pathOfId } from './windmill-ids.ts'
import { FlowDocument, type Job } from './windmill-schemas.ts'
import { flowPath, type WindmillState } from './windmill-state.ts'

/** What Windmill's log says about a cancelled job. */
const cancelReason = 'Cancelled in Flow Console'

/** Windmill's mark in the place of arguments that are too large for the answer. */
const isTooLarge = (args: JsonRecord): boolean => args['reason'] === 'WINDMILL_TOO_BIG'

/** Reads and starts jobs. */
class RunAccess {
  readonly #state: WindmillState

  constructor(state: WindmillState) {
    this.#state = state
  }

  async read(id: string): Promise<Job> {
    const [job] = await Promise.all([this.#state.readJob(jobId(id)), this.#state.flows.read()])
    return job
  }

  async detailOf(job: Job): Promise<Known<RunDetail>> {
    const row = this.#state.runOf(job, await this.#state.triggers())
    const { args } = job
    return {
      ...row,
      error: errorOf(job),
      steps: await stepsOf(job, await this.#context(job)),
      balance_after: null,
      ...(args && !isTooLarge(args) ? { input: plainOutput(args) } : {}),
      output: outputOf(job),
    }
  }

  /** The run of a job that was just started or changed. */
  async begun(id: string): Promise<Known<RunDetail>> {
    const job = await this.read(id)
    this.#state.runs.put(this.#state.runOf(job, await this.#state.triggers()))
    return this.detailOf(job)
  }

  async start(path: string, args: JsonRecord): Promise<Known<RunDetail>> {
    const id = await this.#state.api.text(`/jobs/run/f/${flowPath(path)}`, { method: 'POST', body: args })
    return this.begun(id)
  }

  /** Repeats a run from its first failed module; the results of the modules before it are reused. */
  async restart({ id, flow_status: status }: Job): Promise<Known<RunDetail>> {
    const failed = status?.modules.find(({ type }) => type === 'Failure')?.id
    if (!failed) throw new Fault('not_ready', 'No step of this run failed. Start it again with the same input.')
    const body = { step_id: failed }
    return this.begun(await this.#state.api.text(`/jobs/restart/f/${jobId(id)}`, { method: 'POST', body }))
  }

  async repeat(job: Job, input: JsonRecord | null): Promise<Known<RunDetail>> {
    const { script_path: path, args } = job
    if (!path || !isPath(path)) throw new Fault('not_ready', 'Windmill does not know the flow of this run.')
    if (input === null && args && isTooLarge(args))
      throw new Fault('not_ready', 'The input of this run is too large to start it again from here.')
    return this.start(path, input ?? args ?? {})
  }

  /** The nodes of the flow as it ran; else as it is now. */
  async #context({ raw_flow: ran, script_path: path }: Job): Promise<StepContext> {
    const current = async () =>
      path && isPath(path)
        ? ((await ifAllowed(this.#state.api.json(FlowDocument, `/flows/get/${flowPath(path)}`)))?.document ?? {})
        : {}
    const read = readFlowFile({ name: '', document: Array.isArray(ran?.['modules']) ? ran : await current() })
    const nodes = read.ok ? (read.flows[0]?.nodes ?? []) : []
    return {
      nodes: new Map(nodes.map((node) => [node.id, node])),
      read: (id) => this.#state.readJob(id).catch(() => null),
    }
  }
}

export function runHandlers(state: WindmillState): ConnectorHandler[] {
  const access = new RunAccess(state)

  return [
    answer(run.list, async (question) => state.facts.page(await state.runs.read(), question)),
    answer(run.summary, async (question) => state.facts.summary((await state.runs.read()).rows, question)),
    answer(run.read, async ({ params: { id } }) => access.detailOf(await access.read(id))),
    answer(run.cancel, async ({ params: { id } }) => {
      const job = await access.read(id)
      if (job.success !== undefined) throw new Fault('not_ready', 'This run has already ended.')
      const body = { reason: cancelReason }
      await state.api.text(`/jobs_u/queue/cancel/${jobId(id)}`, { method: 'POST', body })
      return access.begun(id)
    }),
    answer(run.retry, async ({ params: { id }, body: { from = 'failed', input } }) => {
      if (from === 'failed' && input !== undefined)
        throw invalid('input', 'Windmill retries a failed step with the same input.')
      const job = await access.read(id)
      if (job.success === undefined) throw new Fault('not_ready', `This run is ${statusOf(job)}.`)
      if (from === 'failed') return access.restart(job)
      return access.repeat(job, input === undefined ? null : recordOf(input))
    }),
    answer(run.start, async ({ params: { id }, body: { input, is_test, unless_started_since } }) => {
      if (is_test === true) throw invalid('is_test', 'Windmill tests a flow in its own editor only.')
      if (unless_started_since !== undefined)
        throw invalid('unless_started_since', 'Windmill cannot check this before it starts a flow.')
      return access.start(pathOfId(id, 'flow'), recordOf(input))
    }),
  ]
}
