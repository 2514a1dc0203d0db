/**
 * Job queue. DBOS Transact only queues work, delays it and tracks its owner; the state of a run is in separate tables.
 * Each segment of a run is one workflow, `<run>:<segment>`, without DBOS steps. Source: docs.dbos.dev; measured:
 * docs/decisions/0015-dbos-as-queue-and-timer.md.
 */
import { randomUUID } from 'node:crypto'
import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk'
import pg from 'pg'
import type { Log } from '#server/base/log.ts'
import type { Database } from '#server/store/db/database.ts'
import type { MessageJob } from '#server/store/incidents/alert-message.ts'
import { watchClock } from './queue-clock.ts'
import { adaptivePace, steadyPace } from './queue-pace.ts'

/** Fixed, because with the default, a hash of the code, work from before an update would wait forever. */
const applicationVersion = 'engine-1'
const application = 'flow-console'
const queueName = 'runs'
const workflowName = 'run'
/** Messages about incidents. */
const alertQueueName = 'alerts'
const alertWorkflowName = 'alert'
/** A slow address of one account must not delay the messages of others. */
const alertLimits = { workerConcurrency: 16, partitionConcurrency: 4 }
/** A message may be late by this; polling more often would only cost time. */
const alertPollMs = 1_000
/**
 * Polling interval: about the maximum delay of a run's first step. The embedded database does nothing else during a
 * poll; at 25 ms its throughput is a tenth lower.
 */
const pollMs: Readonly<Record<Database['kind'], number>> = { pglite: 50, postgres: 25 }
/** Advisory lock number, different from that of our own migrations. */
const lockNumber = 7_041_990
const lockEveryMs = 100
/** Maximum delay in ms until schedules of an activated or paused flow take effect. */
const schedulerPollingIntervalMs = 5_000
/** Placeholder: DBOS requires a valid URL, but uses the given pool. */
const embeddedUrl = 'postgres://postgres@embedded.invalid/postgres'

/** A segment of a run. */
export interface Job {
  account: string
  run: string
  segment: number
}

export interface Queue {
  /** Id of this process as an executor, the owner of work. */
  executor: string
  /** Enqueues a job within the open transaction of `client`. */
  enqueue(client: pg.ClientBase, job: Job, delaySeconds?: number): Promise<void>
  /** Enqueues a message about an incident within the open transaction of `client`; once per id. */
  enqueueAlert: (client: pg.ClientBase, id: string, job: MessageJob) => Promise<void>
  /** Workflow name of a segment. */
  nameOf(job: Pick<Job, 'run' | 'segment'>): string
  /** Returns work owned by these processes to the queue. */
  release(executors: readonly string[]): Promise<void>
  /** Deletes ended workflows. */
  deleteWorkflows(workflows: readonly string[]): Promise<void>
  /** Stops taking work, and waits up to `ms` for work in progress. */
  close(ms: number): Promise<void>
}

export interface QueueLimits {
  /** Maximum concurrent runs of this process. */
  perProcess: number
  /** Maximum concurrent runs of one account, in all processes. */
  perAccount: number
}

interface Parts {
  database: Pick<Database, 'kind' | 'pool'>
  databaseUrl: string | null
  log: Log
  limits: QueueLimits
  /** False: this process accepts runs but does not execute them. */
  executesRuns: boolean
  work: (job: Job) => Promise<void>
  sendAlert: (job: MessageJob) => Promise<void>
}

/**
 * Serialises the migrations of processes that start on an empty database. Polls for the lock, because a blocking wait
 * would hold a snapshot that the migrations wait for.
 */
async function withMigrationLock<T>(databaseUrl: string | null, work: () => Promise<T>): Promise<T> {
  if (databaseUrl === null) return work()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockNumber])
      if (rows[0]?.held) break
      await new Promise((done) => void setTimeout(done, lockEveryMs))
    }
    return await work()
  } finally {
    await client.end()
  }
}

const nameOf: Queue['nameOf'] = ({ run, segment }) => `${run}:${segment}`

const messageOf = (entry: unknown): string => (entry instanceof Error ? entry.message : String(entry))

/** Queues by workflow; workflows of schedules are in none. */
const queueOf: ReadonlyMap<string, string> = new Map([
  [workflowName, queueName],
  [alertWorkflowName, alertQueueName],
])

async function release(executors: readonly string[]): Promise<void> {
  for (const executorId of executors) {
    const pending = await DBOS.listWorkflows({ executorId, status: 'PENDING' })
    for (const name of new Set(pending.map((one) => queueOf.get(one.workflowName)))) {
      const ids = pending.filter((one) => queueOf.get(one.workflowName) === name).map(({ workflowID }) => workflowID)
      await DBOS.resumeWorkflows(ids, name === undefined ? {} : { queueName: name })
    }
  }
}

function configure(
  { database, databaseUrl, log, executesRuns }: Pick<Parts, 'database' | 'databaseUrl' | 'log' | 'executesRuns'>,
  executor: string,
): void {
  DBOS.setConfig({
    name: application,
    systemDatabaseUrl: databaseUrl ?? embeddedUrl,
    systemDatabasePool: database.pool,
    // A listener would occupy a connection; the embedded database has only one.
    useListenNotify: false,
    executorID: executor,
    applicationVersion,
    maxConcurrentQueueDispatches: 1,
    schedulerPollingIntervalMs,
    ...(database.kind === 'pglite' ? { systemDatabasePollingConcurrency: 1 } : {}),
    ...(executesRuns ? {} : { listenQueues: [] }),
    logger: {
      debug: () => {},
      info: () => {},
      warn: (entry) => log.warn('queue', { what: messageOf(entry) }),
      error: (entry) => log.warn('queue', { what: messageOf(entry) }),
    },
  })
}

/** Opens the queue, once per process: DBOS keeps its state in globals. */
export async function openQueue({ database, databaseUrl, log, limits, executesRuns, ...does }: Parts): Promise<Queue> {
  if (DBOS.isInitialized()) throw new Error('This process already has an engine.')
  const executor = randomUUID()
  const systemDatabaseUrl = databaseUrl ?? embeddedUrl
  DBOS.registerWorkflow(
    async (account: string, run: string, segment: number): Promise<void> => does.work({ account, run, segment }),
    { name: workflowName },
  )
  DBOS.registerWorkflow((job: MessageJob): Promise<void> => does.sendAlert(job), { name: alertWorkflowName })
  configure({ database, databaseUrl, log, executesRuns }, executor)
  const clock = watchClock(log)
  await withMigrationLock(databaseUrl, () => DBOS.launch())
  const queue = await DBOS.registerQueue(queueName, {
    workerConcurrency: limits.perProcess,
    partitionConcurrency: limits.perAccount,
    minPollingIntervalMs: pollMs[database.kind],
    onConflict: 'always_update',
  })
  await DBOS.registerQueue(alertQueueName, {
    ...alertLimits,
    minPollingIntervalMs: alertPollMs,
    onConflict: 'always_update',
  })
  // Not for Postgres: polling it is cheap for this process, and the interval of a queue applies to all processes.
  const pace = database.kind === 'pglite' && executesRuns ? adaptivePace(queue, pollMs.pglite, log) : steadyPace
  const client = await DBOSClient.create({
    systemDatabaseUrl,
    systemDatabasePool: database.pool,
    applicationName: application,
  })
  return {
    executor,
    enqueue: async (tx, { account, run, segment }, delaySeconds) => {
      pace.onWork()
      await client.enqueueInTransaction(
        tx,
        {
          queueName,
          workflowName,
          workflowID: nameOf({ run, segment }),
          appVersion: applicationVersion,
          queuePartitionKey: account,
          ...(delaySeconds === undefined ? {} : { delaySeconds }),
        },
        account,
        run,
        segment,
      )
    },
    enqueueAlert: async (tx, id, job) => {
      const options = { queueName: alertQueueName, workflowName: alertWorkflowName, workflowID: id }
      const shared = { appVersion: applicationVersion, queuePartitionKey: job.account }
      await client.enqueueInTransaction(tx, { ...options, ...shared }, job)
    },
    nameOf,
    release,
    deleteWorkflows: async (workflows) => {
      if (workflows.length > 0) await DBOS.deleteWorkflows([...workflows])
    },
    close: async (ms) => {
      pace.end()
      clock.end()
      await DBOS.shutdown({ workflowCompletionTimeoutMS: ms, deregister: true })
      await client.destroy()
    },
  }
}

/**
 * Creates the queue's tables in an empty database. Does nothing if this process already has an engine; the next start
 * then creates them.
 */
export async function makeQueueTables(pool: pg.Pool, log: Log): Promise<void> {
  if (DBOS.isInitialized()) return
  const queue = await openQueue({
    database: { kind: 'pglite', pool },
    databaseUrl: null,
    log,
    limits: { perProcess: 1, perAccount: 1 },
    executesRuns: false,
    work: async () => {},
    sendAlert: async () => {},
  })
  await queue.close(0)
}
