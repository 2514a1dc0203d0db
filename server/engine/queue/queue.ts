/**
 * DBOS Transact as queue, timer and owner of work, and nothing else: a run's own tables are the truth about it. One workflow a
 * segment, `<run>:<segment>`, without DBOS steps. Source: docs.dbos.dev; measured: docs/decisions/0015-dbos-as-queue-and-timer.md.
 */
import { randomUUID } from 'node:crypto'
import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk'
import pg from 'pg'
import type { Log } from '#server/base/log.ts'
import type { Database } from '#server/store/db/database.ts'
import { followClock } from './queue-clock.ts'
import { restfulPace, steadyPace } from './queue-pace.ts'

/** A hash of the code by default: work of a process before an update would wait for ever. */
const applicationVersion = 'engine-1'
const application = 'flow-console'
const queueName = 'runs'
const workflowName = 'run'
/**
 * Between two looks for work: the start of the first step takes this long at the most, about. The embedded database does nothing else
 * while it is asked: at 25 ms it does a tenth less.
 */
const pollMs: Readonly<Record<Database['kind'], number>> = { pglite: 50, postgres: 25 }
/** Any number that nothing else locks by; beside the one of our own migrations. */
const lockNumber = 7_041_990
const lockEveryMs = 100
/** How soon the times of a flow that was activated are kept, and those of a paused one are not. */
const schedulerPollingIntervalMs = 5_000
/** Never called: the pool is given. It must only read as an address. */
const embeddedUrl = 'postgres://postgres@embedded.invalid/postgres'

/** A segment of a run. */
export interface Job {
  account: string
  run: string
  segment: number
}

export interface Queue {
  /** What this process is known by as owner of work. */
  executor: string
  /** Within the open transaction of `client`: the work is there with it, or not at all. */
  enqueue(client: pg.ClientBase, job: Job, delaySeconds?: number): Promise<void>
  /** What the queue calls a segment of a run. */
  nameOf(job: Pick<Job, 'run' | 'segment'>): string
  /** Gives back to all what these processes had taken. */
  release(executors: readonly string[]): Promise<void>
  /** Forgets work that has ended. */
  forget(workflows: readonly string[]): Promise<void>
  /** Takes nothing more, waits `ms` for what is under way. */
  close(ms: number): Promise<void>
}

export interface QueueLimits {
  /** Runs that this process drives at once. */
  perProcess: number
  /** Runs of one account that move at once, in all processes. */
  perAccount: number
}

interface Parts {
  database: Pick<Database, 'kind' | 'pool'>
  databaseUrl: string | null
  log: Log
  limits: QueueLimits
  /** False = this process only accepts runs. */
  works: boolean
  work: (job: Job) => Promise<void>
}

/** Several processes on an empty database: their migrations would collide. A lock that is waited for would hold a snapshot that these wait for. */
async function underLock<T>(databaseUrl: string | null, work: () => Promise<T>): Promise<T> {
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

const words = (entry: unknown): string => (entry instanceof Error ? entry.message : String(entry))

async function release(executors: readonly string[]): Promise<void> {
  for (const executorId of executors) {
    const left = await DBOS.listWorkflows({ executorId, status: 'PENDING' })
    const ids = (isRun: boolean) =>
      left.filter(({ workflowName: name }) => (name === workflowName) === isRun).map(({ workflowID }) => workflowID)
    if (ids(true).length > 0) await DBOS.resumeWorkflows(ids(true), { queueName })
    // What starts runs at their times has no account to wait behind.
    if (ids(false).length > 0) await DBOS.resumeWorkflows(ids(false))
  }
}

/** There is one in a process at a time: DBOS keeps its state in globals. */
export async function openQueue({ database, databaseUrl, log, limits, works, work }: Parts): Promise<Queue> {
  if (DBOS.isInitialized()) throw new Error('This process already has an engine.')
  const executor = randomUUID()
  const systemDatabaseUrl = databaseUrl ?? embeddedUrl
  DBOS.registerWorkflow(
    async (account: string, run: string, segment: number): Promise<void> => work({ account, run, segment }),
    { name: workflowName },
  )
  DBOS.setConfig({
    name: application,
    systemDatabaseUrl,
    systemDatabasePool: database.pool,
    // A listener would keep a connection, on the embedded database the only one.
    useListenNotify: false,
    executorID: executor,
    applicationVersion,
    maxConcurrentQueueDispatches: 1,
    schedulerPollingIntervalMs,
    ...(database.kind === 'pglite' ? { systemDatabasePollingConcurrency: 1 } : {}),
    ...(works ? {} : { listenQueues: [] }),
    logger: {
      debug: () => {},
      info: () => {},
      warn: (entry) => log.warn('queue', { what: words(entry) }),
      error: (entry) => log.warn('queue', { what: words(entry) }),
    },
  })
  const clock = followClock(log)
  await underLock(databaseUrl, () => DBOS.launch())
  const queue = await DBOS.registerQueue(queueName, {
    workerConcurrency: limits.perProcess,
    partitionConcurrency: limits.perAccount,
    minPollingIntervalMs: pollMs[database.kind],
    onConflict: 'always_update',
  })
  // The questions to a Postgres cost its process next to nothing, and the pace of a queue is that of all processes.
  const pace = database.kind === 'pglite' && works ? restfulPace(queue, pollMs.pglite, log) : steadyPace
  const client = await DBOSClient.create({
    systemDatabaseUrl,
    systemDatabasePool: database.pool,
    applicationName: application,
  })
  return {
    executor,
    enqueue: async (tx, { account, run, segment }, delaySeconds) => {
      pace.used()
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
    nameOf,
    release,
    forget: async (workflows) => {
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

/** The tables of the queue in a database that is still empty. Where an engine runs in this process they are left to the next start. */
export async function makeQueueTables(pool: pg.Pool, log: Log): Promise<void> {
  if (DBOS.isInitialized()) return
  const queue = await openQueue({
    database: { kind: 'pglite', pool },
    databaseUrl: null,
    log,
    limits: { perProcess: 1, perAccount: 1 },
    works: false,
    work: async () => {},
  })
  await queue.close(0)
}
