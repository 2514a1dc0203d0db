/** Observability of runs: log lines, metrics and spans, derived from committed writes without delaying them. */
import type { Log } from '#server/base/log.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import type { Commit, CommitStep, StepEnd, StepStart } from '#server/store/engine/engine-commit.ts'
import type { Exporter } from '#server/telemetry/exporter.ts'
import { spanIdOf, traceIdOf } from '#server/telemetry/spans.ts'
import { runFacts, type RunFacts } from '#server/store/engine/engine-run.ts'

interface Parts {
  db: Queryable
  log: Log
  /** Null = no traces. */
  exporter: Exporter | null
}

export interface RunObserver {
  commit: CommitStep
  /** Metrics in the Prometheus text format. */
  metrics(): string[]
  close(): Promise<void>
}

/**
 * Maximum number of running steps whose type is cached. Beyond it, the oldest are evicted and reported with the type
 * "other"; they are probably waiting, or continue in another process.
 */
const maxActiveRuns = 10_000

const add = (counts: Map<string, number>, label: string, by: number): void =>
  void counts.set(label, (counts.get(label) ?? 0) + by)

/** Totals since the start of the process. */
class RunMetrics {
  private started = 0
  private readonly ended = new Map<string, number>()
  private readonly steps = new Map<string, number>()
  private readonly seconds = new Map<string, number>()

  count({ started, end }: Commit, ended: readonly (StepEnd & { type: string })[]): void {
    for (const { seq } of started) if (seq === 0) this.started += 1
    if (end) add(this.ended, `status="${end.status}"`, 1)
    for (const { type, status, duration_ms: ms } of ended) {
      if (status === 'waiting') continue
      add(this.steps, `type="${type}",status="${status}"`, 1)
      add(this.seconds, `type="${type}"`, (ms ?? 0) / 1000)
    }
  }

  lines(dropped: number | null): string[] {
    const counter = (name: string, help: string, values: Iterable<[string, number]>) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} counter`,
      ...[...values].map(([label, value]) => `${name}${label === '' ? '' : `{${label}}`} ${value}`),
    ]
    return [
      ...counter('flow_runs_started_total', 'Runs that started in this process.', [['', this.started]]),
      ...counter('flow_runs_finished_total', 'Runs that ended in this process, by status.', this.ended),
      ...counter('flow_steps_total', 'Attempts of steps that ended in this process.', this.steps),
      ...counter('flow_step_seconds_total', 'Duration of attempts of steps that ended in this process.', this.seconds),
      ...(dropped === null
        ? []
        : counter('flow_spans_dropped_total', 'Spans that could not be exported.', [['', dropped]])),
    ]
  }
}

interface StepFacts {
  type: string
  name: string
  /** Milliseconds since 1970; null if the step started in another process or was evicted. */
  startedAt: number | null
}

/** Type, name and start time of running steps, from the writes at their start. */
class RunningSteps {
  private readonly steps = new Map<string, StepStart>()

  begin(run: string, started: readonly StepStart[]): void {
    for (const step of started) this.steps.set(`${run}/${step.key}/${step.attempt}`, step)
    for (const name of this.steps.keys()) {
      if (this.steps.size <= maxActiveRuns) break
      this.steps.delete(name)
    }
  }

  end<T extends StepEnd>(run: string, step: T): T & StepFacts {
    const name = `${run}/${step.key}/${step.attempt}`
    const begun = this.steps.get(name)
    if (step.status !== 'waiting') this.steps.delete(name)
    const startedAt = begun ? Date.parse(begun.started_at) : null
    return { ...step, type: begun?.node_type ?? 'other', name: begun?.node_name ?? '', startedAt }
  }
}

type EndedStep = StepEnd & StepFacts

function stepSpan(exporter: Exporter, run: string, at: Date, step: EndedStep): void {
  const start = step.startedAt ?? at.getTime() - (step.duration_ms ?? 0)
  exporter.add({
    traceId: traceIdOf(run),
    spanId: spanIdOf(run, step.key, String(step.attempt)),
    parentSpanId: spanIdOf(run),
    name: step.name === '' ? step.key : step.name,
    start,
    end: start + (step.duration_ms ?? 0),
    attributes: {
      'flow.run.id': run,
      'flow.step.key': step.key,
      'flow.step.type': step.type,
      'flow.step.attempt': step.attempt,
      'flow.step.status': step.status,
      'flow.step.cost_micros': Number(step.cost),
    },
    error: step.status === 'failed' || step.status === 'timed_out' ? (step.error?.code ?? step.status) : null,
  })
}

function runSpan(exporter: Exporter, facts: RunFacts, { run, at, end }: Commit): void {
  exporter.add({
    traceId: traceIdOf(run),
    spanId: spanIdOf(run),
    // A subflow has its own trace: its parent may have ended long before.
    parentSpanId: null,
    name: facts.flowName,
    start: facts.startedAt.getTime(),
    end: at.getTime(),
    attributes: {
      'flow.run.id': run,
      'flow.id': facts.flowId,
      'flow.version': facts.flowVersion,
      'flow.run.trigger': facts.trigger,
      'flow.run.status': end?.status ?? '',
      'flow.run.cost_micros': Number(facts.cost),
    },
    error: end === null || end.status === 'succeeded' ? null : (end.error?.code ?? end.status),
  })
}

/** Wraps the function that commits steps, and observes its writes. */
export function observeRuns(commit: CommitStep, { db, log, exporter }: Parts): RunObserver {
  const totals = new RunMetrics()
  const runningSteps = new RunningSteps()
  const traceRun = async (to: Exporter, done: Commit) => {
    const facts = await runFacts(db, done.account, done.run)
    if (facts) runSpan(to, facts, done)
  }
  const observe = (done: Commit) => {
    const { run, at, end } = done
    runningSteps.begin(run, done.started)
    const ended = done.ended.map((step) => runningSteps.end(run, step))
    totals.count(done, ended)
    for (const step of ended) {
      const { key, attempt, status, duration_ms: ms } = step
      log.debug('step ended', { run_id: run, step: key, attempt, type: step.type, status, ms, code: step.error?.code })
      if (exporter && status !== 'waiting') stepSpan(exporter, run, at, step)
    }
    if (!end) return
    log.info('run ended', { run_id: run, status: end.status, code: end.error?.code })
    if (exporter)
      traceRun(exporter, done).catch((error: unknown) => log.warn('exporting a span failed', { run_id: run, error }))
  }
  return {
    async commit(queryable, data) {
      const result = await commit(queryable, data)
      if (!result.fenced) observe(data)
      return result
    },
    metrics: () => totals.lines(exporter ? exporter.dropped : null),
    close: async () => exporter?.close(),
  }
}
