/** The engine of a process: accepts runs, drives them, and recovers orphaned ones. */
import { notFound } from '#server/base/fault.ts'
import type { Log } from '#server/base/log.ts'
import type { Exporter } from '#server/telemetry/exporter.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { commitStep, type CommitStep } from '#server/store/engine/engine-commit.ts'
import { deleteExecutor, openByStatus } from '#server/store/engine/engine-recovery.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import type { Database } from '#server/store/db/database.ts'
import { maxQueued } from './start/accept-run.ts'
import { makeBulkRunner } from './bulk/bulk-runner.ts'
import { makeBudgetEnforcement } from './upkeep/budget-enforcement.ts'
import { makeRunRecovery } from './upkeep/run-recovery.ts'
import { deferred } from './run/deferred.ts'
import { deliverTo } from './run/deliver-event.ts'
import type { Drive } from './run/drive.ts'
import type { Engine } from './engine.ts'
import type { EngineTools } from './engine-tools.ts'
import type { EventBus } from './events/events.ts'
import type { AlertSender } from './incidents/alert-sender.ts'
import { makeAlerting, type Alerting } from './incidents/alerting.ts'
import { defaultRetryMs } from './incidents/deliver.ts'
import { defaultWatchMs } from './incidents/watch.ts'
import { externalProblems } from './start/check-flow.ts'
import { makeFlows } from './start/ready-flows.ts'
import type { NodeRunner } from './node.ts'
import { observeRuns } from './events/run-observer.ts'
import { openQueue, type Job, type Queue, type QueueLimits } from './queue/queue.ts'
import { makeControl } from './run/run-control.ts'
import { makeSchedules } from './start/schedules.ts'
import { driveSegment } from './run/segment.ts'
import { SuspectLane } from './run/crash-isolation.ts'

/**
 * Concurrency limits. Lower for PGlite, whose only session serves reads as well as runs. Even lower limits would leave
 * the process idle, because a run of short steps ends before the queue is polled again.
 */
const defaultLimits: Readonly<Record<Database['kind'], QueueLimits>> = {
  pglite: { perProcess: 16, perAccount: 8 },
  postgres: { perProcess: 32, perAccount: 16 },
}

export interface EngineSettings {
  limits: QueueLimits
  /** Maximum queued runs per account. */
  maxQueued: number
  /** A process without a heartbeat for this long is considered dead, and others take over its runs. */
  silentMs: number
  /** Interval in ms for deleting queue entries that ended more than a day ago. */
  cleanupIntervalMs: number
  /** False: this process accepts runs but does not execute them. */
  executesRuns: boolean
  /** Interval in ms of the incident watcher. */
  watchMs: number
  /** Pauses in ms before a message about an incident is sent again. */
  alertRetryMs: readonly number[]
  /** Wraps the sender of messages about incidents; for benchmarks. */
  wrapSender: (sender: AlertSender) => AlertSender
  /** Commits steps; replaced in benchmarks. */
  commit: CommitStep
  /** Additional node types. */
  moreRunners: readonly NodeRunner[]
}

export interface EngineParts {
  database: Database
  databaseUrl: string | null
  log: Log
  now: () => Date
  secrets: Secrets
  tools: EngineTools
  /** Tools for runs of sample flows, which send nothing. Absent = the same tools. */
  sampleTools?: EngineTools
  events: EventBus
  alertSender: AlertSender
  runners: ReadonlyMap<string, NodeRunner>
  /** Exporter of spans; null = none. */
  exporter?: Exporter | null
  settings?: Partial<EngineSettings>
}

/** Default of `silentMs`: longer than a busy machine usually pauses a process. */
const silentMs = 10_000
const cleanupIntervalMs = 600_000
/** Additional time in ms at a stop, in which interrupted runs record that they were stopped. */
const recordStopMs = 1_000

/** Metrics in the Prometheus text format. */
async function runMetrics(db: Queryable, drives: ReadonlyMap<string, Drive>): Promise<string[]> {
  const open = await openByStatus(db)
  return [
    '# HELP flow_runs_open Runs that have not ended, by status.',
    '# TYPE flow_runs_open gauge',
    ...open.map(({ status, runs }) => `flow_runs_open{status="${status}"} ${runs}`),
    '# HELP flow_runs_driven Runs that this process is executing.',
    '# TYPE flow_runs_driven gauge',
    `flow_runs_driven ${drives.size}`,
  ]
}

/** Waits up to `ms` for running steps, then abandons the rest. */
async function stopDriving(drives: ReadonlyMap<string, Drive>, queue: Queue, ms: number): Promise<void> {
  for (const drive of drives.values()) drive.stop()
  const closed = queue.close(ms + recordStopMs)
  const abandonTimer = setTimeout(() => {
    for (const drive of drives.values()) drive.abandon()
  }, ms)
  await closed
  clearTimeout(abandonTimer)
}

const removeExecutor = (pool: Queryable, log: Log, executor: string) =>
  deleteExecutor(pool, executor).catch((error: unknown) => log.warn('removing the executor failed', { error }))

const closeTools = ({ sandbox, outgoing, model }: EngineTools) =>
  Promise.all([sandbox.close(), outgoing.close(), model?.close()])

/** Problems that prevent a flow from running: errors in the flow, and missing objects that its nodes refer to. */
async function problemsOf(
  dependencies: Parameters<typeof externalProblems>[0],
  flows: ReturnType<typeof makeFlows>,
  { account, flowId, text }: { account: string; flowId: string; text: string | null },
): ReturnType<Engine['checkFlow']> {
  const flow = text === null ? await flows.read(dependencies.db, account, flowId) : flows.compile(text)
  if (!flow) throw notFound('flow')
  const own = flow.problems.map(({ node_id: nodeId, code, message }) => ({ nodeId: nodeId ?? null, code, message }))
  return [...own, ...(await externalProblems(dependencies, account, [...flow.plan.nodes.values()], flow))]
}

function settingsOf(kind: Database['kind'], overrides: Partial<EngineSettings> | undefined): EngineSettings {
  const defaults = {
    limits: defaultLimits[kind],
    maxQueued,
    silentMs,
    cleanupIntervalMs,
    executesRuns: true,
    watchMs: defaultWatchMs,
    alertRetryMs: defaultRetryMs,
    wrapSender: (sender: AlertSender) => sender,
    commit: commitStep,
    moreRunners: [],
  }
  return { ...defaults, ...overrides }
}

const alertingOf = (
  { database, log, now, events, secrets, alertSender }: EngineParts,
  { wrapSender, watchMs, alertRetryMs: retryMs, executesRuns: isWorking }: EngineSettings,
  { enqueueAlert: enqueue }: Queue,
): Alerting => {
  const sender = wrapSender(alertSender)
  return makeAlerting({ database, log, now, events, secrets, sender, enqueue, watchMs, retryMs, isWorking })
}

/** Delivers an event; a drive of this process that waits for it continues. True if a step was waiting. */
async function deliverAndCheck(
  { drives, ...parts }: { pool: Database['pool']; queue: Queue; drives: ReadonlyMap<string, Drive> },
  event: Parameters<Engine['deliver']>,
): Promise<boolean> {
  const run = await deliverTo(parts, ...event)
  if (run === null) return false
  drives.get(run)?.checkEvents()
  return true
}

export async function makeEngine(parts: EngineParts): Promise<Engine> {
  const { database, log, now, tools, events, secrets, databaseUrl } = parts
  const settings = settingsOf(database.kind, parts.settings)
  const { pool, db } = database
  const { limits, executesRuns } = settings
  const observer = observeRuns(settings.commit, { db: pool, log, exporter: parts.exporter ?? null })
  const { commit } = observer
  const runners = new Map([...parts.runners, ...settings.moreRunners.map((runner) => [runner.type, runner] as const)])
  const flows = makeFlows(runners)
  const drives = new Map<string, Drive>()
  let stopping = false
  const isStopping = () => stopping

  // DBOS starts leftover work as soon as it is launched, so jobs wait until the engine is complete.
  const ready = deferred()
  let drive: (job: Job) => Promise<void> = async () => {}
  const work = (job: Job) => ready.promise.then(() => drive(job))
  const startReady: Engine['start'] = (...args) => ready.promise.then(() => control.start(...args))
  const schedules = makeSchedules({ pool, log, now, start: startReady })
  const sendAlert: Alerting['deliver'] = (job) => ready.promise.then(() => alerting.deliver(job))
  const queue = await openQueue({ database, databaseUrl, log, limits, executesRuns, work, sendAlert })
  const alerting = alertingOf(parts, settings, queue)
  const updateSchedules: Engine['updateSchedules'] = (account, flow) => schedules.updateSchedules(account, flow)
  const budgets = makeBudgetEnforcement({ pool, now, events, updateSchedules })
  const recovery = makeRunRecovery({
    database,
    log,
    now,
    queue,
    silentMs: settings.silentMs,
    cleanupIntervalMs: settings.cleanupIntervalMs,
    executesRuns,
    drives,
    events,
    budgets,
  })
  const onBudgetReached = budgets.schedule
  const shared = { flows, queue, now, pool, log, drives, isStopping, onBudgetReached }
  const control = makeControl({ ...shared, sandbox: tools.sandbox, maxQueued: settings.maxQueued, events, recovery })
  const bulkRunner = makeBulkRunner({ pool, log, now, events, control, executesRuns, isStopping })
  const sampleTools = parts.sampleTools ?? tools
  const suspectLane = new SuspectLane()
  const segmentParts = { ...shared, db, secrets, tools, sampleTools, runners, commit, suspectLane }
  drive = (job) => driveSegment({ ...segmentParts, ...control, executor: queue.executor }, job)
  ready.resolve()
  await recovery.start()
  bulkRunner.start()
  await schedules.reconcile()

  return {
    validateInput: control.validateInput,
    start: control.start,
    cancel: (scope, run) => control.cancel(scope.account, run),
    deliver: (...event) => deliverAndCheck({ pool, queue, drives }, event),
    updateSchedules,
    endRunsOfDeletedFlow: control.endRunsOfDeletedFlow,
    enforceBudgets: budgets.enforce,
    continueBulkActions: bulkRunner.wake,
    checkFlow: ({ account }, flowId, text) =>
      problemsOf({ db: pool, sandbox: tools.sandbox }, flows, { account, flowId, text }),
    checkIncidents: alerting.check,
    executor: queue.executor,
    events,
    tools,
    sampleTools,
    metrics: async () => [...observer.metrics(), ...(await runMetrics(pool, drives))],
    async stop(ms) {
      stopping = true
      await Promise.all([recovery.stop(), alerting.stop(), bulkRunner.stop()])
      await stopDriving(drives, queue, ms)
      await recovery.finishCounting()
      await removeExecutor(pool, log, queue.executor)
      await observer.close()
      await closeTools(tools)
    },
  }
}
