/** Bulk actions of runs: created and stopped by requests, executed by the engine (engine-bulk.ts). */
import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import type { bulkActions, RunBulk, RunBulkResult } from '#contract/run-work.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { RunStatus } from '#contract/values/run-status.ts'
import { newId } from '#lib/id.ts'
import { readPage, type PagePart } from '#server/store/query/page-sql.ts'
import { run } from '#server/store/tables/run.ts'
import { runBulk, runBulkItem } from '#server/store/tables/run-bulk.ts'
import type { Executor, Scope } from '#server/store/db/scope.ts'

/** Days for which bulk actions are listed and kept. */
const keptDays = 30
const dayMs = 86_400_000
/** Rows per insert: each row has some parameters, and a statement at most 65,535. */
const insertSize = 1000

const keptSince = (now: Date) => new Date(now.getTime() - keptDays * dayMs)

export interface NewBulk {
  action: (typeof bulkActions)[number]
  retryFrom: 'failed' | 'start' | null
  /** 0 = none. */
  trial: number
  createdBy: { id: string; name: string }
  /** In the order of execution. `obstacle`: why the run is left out; null = it is not. */
  items: readonly { runId: string; flowId: string; flowName: string; obstacle: string | null }[]
}

/** To be called in a transaction. Returns the id. */
export async function createBulk(scope: Scope, { items, createdBy, ...facts }: NewBulk, now: Date): Promise<string> {
  const id = newId('rbk', now.getTime())
  const row = { id, ...facts, total: items.length, createdById: createdBy.id, createdByName: createdBy.name }
  await scope.insert(runBulk, [{ ...row, status: facts.trial > 0 ? 'trial' : 'running', createdAt: now }])
  const rows = items.map(({ obstacle, ...item }, seq) => ({
    ...item,
    bulkId: id,
    seq,
    status: obstacle === null ? ('waiting' as const) : ('skipped' as const),
    detail: obstacle,
  }))
  for (let from = 0; from < rows.length; from += insertSize)
    await scope.insert(runBulkItem, rows.slice(from, from + insertSize))
  return id
}

interface Counts {
  waiting: number
  done: number
  skipped: number
  succeeded: number
  failed: number
  in_progress: number
}

const retryOfItem = (scope: Scope) => scope.on(run, eq(run.id, runBulkItem.retryId))

const countsOf = (scope: Scope): SQL<Counts> => {
  const count = (condition: SQL) => sql`count(*) filter (where ${condition})`
  const counts = sql`json_build_object(
    'waiting', ${count(sql`${runBulkItem.status} = 'waiting'`)},
    'done', ${count(sql`${runBulkItem.status} = 'done'`)},
    'skipped', ${count(sql`${runBulkItem.status} = 'skipped'`)},
    'succeeded', ${count(sql`${run.status} = 'succeeded'`)},
    'failed', ${count(sql`${run.finishedAt} is not null and ${run.status} <> 'succeeded'`)},
    'in_progress', ${count(sql`${run.id} is not null and ${run.finishedAt} is null`)})`
  return sql<Counts>`${scope
    .select(runBulkItem, { counts }, eq(runBulkItem.bulkId, runBulk.id))
    .leftJoin(run, retryOfItem(scope))}`
}

const fields = (scope: Scope) => ({
  id: runBulk.id,
  action: runBulk.action,
  status: runBulk.status,
  total: runBulk.total,
  counts: countsOf(scope),
  createdAt: runBulk.createdAt,
  finishedAt: runBulk.finishedAt,
  createdById: runBulk.createdById,
  createdByName: runBulk.createdByName,
})

type Row = Pick<
  typeof runBulk.$inferSelect,
  'id' | 'action' | 'status' | 'total' | 'createdAt' | 'finishedAt' | 'createdById' | 'createdByName'
> & { counts: Counts }

const toBulk = ({ id, action, status, total, counts, ...row }: Row): RunBulk => ({
  id,
  action,
  status,
  total,
  ...counts,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
  created_by: { id: row.createdById, name: row.createdByName },
})

export async function readRunBulk(scope: Scope, id: string): Promise<RunBulk | null> {
  const [row] = await scope.select(runBulk, fields(scope), eq(runBulk.id, id))
  return row ? toBulk(row) : null
}

/** Latest first. `count` is exact. */
export async function listRunBulks(scope: Scope, limit: number, now: Date): Promise<Page<RunBulk>> {
  const isRecent = gte(runBulk.createdAt, keptSince(now))
  const rows = await scope
    .select(runBulk, fields(scope), isRecent)
    .orderBy(desc(runBulk.createdAt), desc(runBulk.id))
    .limit(limit)
  return { count: await scope.count(runBulk, isRecent), next: null, previous: null, results: rows.map(toBulk) }
}

/** Order of results: left out, waiting, done. */
const resultOrder = sql`array_position(array['skipped', 'waiting', 'done'], ${runBulkItem.status})`

interface ResultRow {
  runId: string
  flowId: string
  flowName: string
  status: RunBulkResult['status']
  detail: string | null
  retryId: string | null
  retryStatus: string | null
}

const toResult = (row: ResultRow): RunBulkResult => ({
  run: row.runId,
  flow: { id: row.flowId, name: row.flowName },
  status: row.status,
  detail: row.detail,
  retry:
    row.retryId === null || row.retryStatus === null
      ? null
      : { id: row.retryId, status: RunStatus.parse(row.retryStatus) },
})

export function listBulkResults(scope: Scope, bulkId: string, query: PageQuery): Promise<Page<RunBulkResult>> {
  const where = eq(runBulkItem.bulkId, bulkId)
  return readPage({
    scope,
    table: runBulkItem,
    where,
    name: `run bulk ${bulkId}`,
    keys: [{ expression: resultOrder, type: 'int8', nullable: false, descending: false }],
    id: sql`${runBulkItem.runId}`,
    query,
    read: ({ fields: more, condition, order }: PagePart) =>
      scope
        .select(
          runBulkItem,
          {
            runId: runBulkItem.runId,
            flowId: runBulkItem.flowId,
            flowName: runBulkItem.flowName,
            status: runBulkItem.status,
            detail: runBulkItem.detail,
            retryId: runBulkItem.retryId,
            retryStatus: run.status,
            ...more,
          },
          and(where, condition),
        )
        .leftJoin(run, retryOfItem(scope))
        .orderBy(...order),
    toResult: (row: ResultRow) => toResult(row),
  })
}

/**
 * Stops a bulk action; false if it has ended. To be called in a transaction: the lock waits for the batch that is being
 * executed.
 */
export async function stopRunBulk(scope: Scope, id: string, now: Date): Promise<boolean> {
  const isThis = eq(runBulk.id, id)
  const [locked] = await scope.select(runBulk, { finishedAt: runBulk.finishedAt }, isThis).for('no key update')
  if (!locked || locked.finishedAt !== null) return false
  const isWaiting = and(eq(runBulkItem.bulkId, id), eq(runBulkItem.status, 'waiting'))
  await scope.update(runBulkItem, { status: 'skipped', detail: 'Stopped.' }, isWaiting ?? sql`false`)
  await scope.update(runBulk, { status: 'stopped', finishedAt: now }, isThis)
  return true
}

/** Deletes old bulk actions, of all accounts. */
export async function deleteOldRunBulks(db: Executor, now: Date): Promise<void> {
  await db.delete(runBulk).where(lt(runBulk.finishedAt, keptSince(now)))
}
