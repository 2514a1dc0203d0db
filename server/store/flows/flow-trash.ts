/**
 * The trash: deleted flows with their documents and bindings. Versions, runs and totals stay in their own tables, which
 * have no foreign key to `flow`, and belong to the flow again once it is restored.
 */
import { and, eq, getTableColumns, gt, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Actor } from '#contract/activity.ts'
import { trashDays, type DeletedFlow, type trashOrderings } from '#contract/flows/flow-trash.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { stateColumns } from '#server/store/channels/channel-start.ts'
import { changeAndRecordState } from '#server/store/channels/channel-states.ts'
import type { Executor, Scope } from '#server/store/db/scope.ts'
import { tallyLock } from '#server/store/engine/engine-tally.ts'
import { readPage, sortKeys } from '#server/store/query/page-sql.ts'
import { matches, searchWords } from '#server/store/query/search.ts'
import { account as accountTable } from '#server/store/tables/account.ts'
import { channel } from '#server/store/tables/channel.ts'
import { deletedFlow, flow, flowBinding, flowDocument, flowVersion, runVersion } from '#server/store/tables/flow.ts'
import { run, runDay } from '#server/store/tables/run.ts'
import { tool } from '#server/store/tables/tool.ts'
import { isSecretTool } from './binding.ts'
import { failedRuns } from './flow-fields.ts'

const dayMs = 86_400_000
/** Flows per statement: each statement blocks the embedded database. */
const batchSize = 100

const inTrash = (id: string, now: Date): SQL | undefined => and(eq(deletedFlow.id, id), gt(deletedFlow.expiresAt, now))

const ofFlow = (table: { accountId: PgColumn; flowId: PgColumn }, id: string): SQL =>
  sql`${table.accountId} = ${flow.accountId} and ${table.flowId} = ${id}`

/** Copies a flow to the trash; to be called in the transaction that deletes it, which must have locked its row. */
export async function copyToTrash(scope: Scope, id: string, { by, now }: { by: Actor; now: Date }): Promise<void> {
  const bindings = sql`(select coalesce(jsonb_agg(to_jsonb(${flowBinding}) - 'account_id' - 'flow_id' order by ${flowBinding.kind}, ${flowBinding.key}), '[]') from ${flowBinding} where ${ofFlow(flowBinding, id)})`
  const body = sql`(select ${flowDocument.body} from ${flowDocument} where ${ofFlow(flowDocument, id)})`
  const channels = sql`array(select ${channel.id} from ${channel} where ${ofFlow(channel, id)})`
  await scope.withAccount((db, account) =>
    db.execute(sql`
      insert into ${deletedFlow} (account_id, id, name, node_count, run_count, at, by, expires_at, row, bindings, body, channels, sample)
      select ${flow.accountId}, ${flow.id}, ${flow.name}, ${flow.nodeCount}, ${flow.runCount}, ${now}::timestamptz, ${JSON.stringify(by)}::jsonb,
        ${new Date(now.getTime() + trashDays * dayMs)}::timestamptz, to_jsonb(${flow}), ${bindings}, ${body}, ${channels}, ${flow.sample}
      from ${flow} where ${flow.accountId} = ${account} and ${flow.id} = ${id}`),
  )
}

const versionCount = sql<number>`greatest(1, (select count(*)::int from ${flowVersion}
  where ${flowVersion.accountId} = ${deletedFlow.accountId} and ${flowVersion.flowId} = ${deletedFlow.id}))`

const fields = {
  id: deletedFlow.id,
  name: deletedFlow.name,
  at: deletedFlow.at,
  by: deletedFlow.by,
  expiresAt: deletedFlow.expiresAt,
  nodeCount: deletedFlow.nodeCount,
  runCount: deletedFlow.runCount,
  versionCount,
  sample: deletedFlow.sample,
}

const orderings = {
  deleted_at: { expression: sql`${deletedFlow.at}`, type: 'timestamptz', nullable: false },
  name: { expression: sql`lower(${deletedFlow.name})`, type: 'text', nullable: false },
} as const satisfies Record<(typeof trashOrderings)[number], unknown>

/** A page of deleted flows. 400 for an unknown ordering. */
export function listTrash(
  scope: Scope,
  query: PageQuery & { search?: string | undefined },
  now: Date,
): Promise<Page<DeletedFlow>> {
  const where = and(
    gt(deletedFlow.expiresAt, now),
    searchWords(query.search, (pattern) => [matches(sql`${deletedFlow.name}`, pattern)]),
  )
  return readPage({
    scope,
    table: deletedFlow,
    where,
    name: `trash ${query.ordering ?? ''}`,
    keys: sortKeys(orderings, query.ordering, '-deleted_at'),
    id: sql`${deletedFlow.id}`,
    query,
    read: ({ fields: more, condition, order }) =>
      scope.select(deletedFlow, { ...fields, ...more }, and(where, condition)).orderBy(...order),
    toResult: (row) => ({
      id: row.id,
      name: row.name,
      deleted_at: row.at.toISOString(),
      deleted_by: row.by,
      expires_at: row.expiresAt.toISOString(),
      node_count: row.nodeCount,
      run_count: row.runCount,
      version_count: row.versionCount,
      sample: row.sample,
    }),
  })
}

/** Columns of a table that a stored row has. Others were added later and get their default. */
const storedColumns = (table: PgTable, names: readonly string[]): PgColumn[] =>
  Object.values(getTableColumns(table)).filter(({ name }) => names.includes(name))

const listed = (columns: readonly PgColumn[], of: (column: SQL, name: string) => SQL = (column) => column): SQL =>
  sql.join(
    columns.map(({ name }) => of(sql.identifier(name).getSQL(), name)),
    sql`, `,
  )

/** Restores the bindings. Those whose tool or channel no longer exists are open. */
async function restoreBindings(scope: Scope, id: string, names: readonly string[]): Promise<void> {
  const columns = storedColumns(flowBinding, names)
  if (columns.length === 0) return
  const target = sql`case when b.kind = 'channel' then (${scope.select(channel, { id: channel.id }, sql`${channel.id} = b.target_id`)})
    else (${scope.select(tool, { id: tool.id }, sql`${tool.id} = b.target_id and (b.kind = 'tool' or (${isSecretTool}))`)}) end`
  const values = listed(columns, (column, name) => (name === flowBinding.targetId.name ? target : sql`b.${column}`))
  await scope.withAccount((db, account) =>
    db.execute(sql`
      insert into ${flowBinding} (account_id, flow_id, ${listed(columns)})
      select ${account}, ${id}, ${values}
      from ${deletedFlow}, jsonb_array_elements(${deletedFlow.bindings}) e, jsonb_populate_record(null::${flowBinding}, e) b
      where ${deletedFlow.accountId} = ${account} and ${deletedFlow.id} = ${id}`),
  )
}

/**
 * Adds the runs that ended since the deletion to the totals of a flow. Blocks counting (engine-tally.ts) until the end
 * of the transaction: a run could be missed or counted twice.
 */
async function restoreTotals(scope: Scope, id: string): Promise<void> {
  const days = and(eq(runDay.accountId, flow.accountId), eq(runDay.flowId, id))
  const recent = sql`${runDay.day} >= ${accountTable.flowCostSince}`
  await scope.withAccount(async (db, account) => {
    await db.execute(sql`select pg_advisory_xact_lock(${tallyLock})`)
    await db.execute(sql`
      update ${flow} set
        run_count = greatest(run_count, (select coalesce(sum(${runDay.runs}), 0)::int from ${runDay} where ${days})),
        recent_cost = (select coalesce(sum(${runDay.cost}), 0)::int8 from ${runDay} where ${days} and ${recent}),
        recent_failures = (select ${failedRuns} from ${runDay} where ${days} and ${recent})
      from ${accountTable}
      where ${flow.accountId} = ${account} and ${flow.id} = ${id} and ${accountTable.id} = ${account}`)
    const last = sql`(${scope.select(run, { at: run.startedAt, status: run.status }, sql`${run.flowId} = ${id} and ${run.finishedAt} is not null and ${run.isCounted}`)} order by started_at desc, id desc limit 1)`
    await db.execute(sql`
      update ${flow} set last_run_at = last.started_at, last_run_status = last.status from ${last} as last
      where ${flow.accountId} = ${account} and ${flow.id} = ${id} and (last_run_at is null or last_run_at < last.started_at)`)
  })
}

/** Assigns the channels that started a flow, unless they were deleted or start another flow. */
async function restoreChannels(scope: Scope, id: string, name: string, channels: readonly string[], now: Date) {
  const set = { flowId: id, flowName: name, version: sql`${channel.version} + 1`, ...stateColumns(true, null) }
  for (const channelId of channels)
    await changeAndRecordState(scope, channelId, { set, where: isNull(channel.flowId), at: now })
}

/**
 * Restores a flow under its id, and returns its name; null if it is not in the trash. An active flow is paused, and a
 * budget no longer activates one that it had paused. To be called in a transaction.
 */
export async function restoreFlow(scope: Scope, id: string, now: Date): Promise<string | null> {
  const stored = {
    name: deletedFlow.name,
    channels: deletedFlow.channels,
    columns: sql<string[]>`array(select jsonb_object_keys(${deletedFlow.row}))`,
    bindingColumns: sql<string[]>`array(select jsonb_object_keys(${deletedFlow.bindings} -> 0))`,
  }
  const [found] = await scope.select(deletedFlow, stored, inTrash(id, now)).for('update')
  if (!found) return null
  const columns = storedColumns(flow, found.columns)
  const row = sql`${deletedFlow.row} || jsonb_build_object('account_id', ${deletedFlow.accountId}, 'paused_by', null,
    'status', case when ${deletedFlow.row} ->> 'status' = 'active' then 'paused' else ${deletedFlow.row} ->> 'status' end,
    'version', (${deletedFlow.row} ->> 'version')::int + 1, 'updated_at', now())`
  await scope.withAccount(async (db, account) => {
    const source = sql`where ${deletedFlow.accountId} = ${account} and ${deletedFlow.id} = ${id}`
    await db.execute(sql`
      insert into ${flow} (${listed(columns)}) select ${listed(columns, (column) => sql`r.${column}`)}
      from ${deletedFlow}, jsonb_populate_record(null::${flow}, ${row}) r ${source}`)
    await db.execute(sql`
      insert into ${flowDocument} (account_id, flow_id, body)
      select ${deletedFlow.accountId}, ${deletedFlow.id}, ${deletedFlow.body} from ${deletedFlow} ${source} and ${deletedFlow.body} is not null`)
  })
  await restoreBindings(scope, id, found.bindingColumns)
  await restoreTotals(scope, id)
  await restoreChannels(scope, id, found.name, found.channels, now)
  await scope.remove(deletedFlow, eq(deletedFlow.id, id))
  return found.name
}

/** Deletes flows from the trash, with their versions. Runs, conversations and daily totals stay. */
const purge = (which: SQL): SQL => sql`
  with gone as (delete from ${deletedFlow} where ${which} returning ${deletedFlow.accountId}, ${deletedFlow.id}, ${deletedFlow.name}),
  versions as (delete from ${flowVersion} using gone where ${flowVersion.accountId} = gone.account_id and ${flowVersion.flowId} = gone.id),
  runs as (delete from ${runVersion} using gone where ${runVersion.accountId} = gone.account_id and ${runVersion.flowId} = gone.id)
  select name from gone`

/** Deletes a flow from the trash, and returns its name; null if it is not there. */
export async function purgeFlow(scope: Scope, id: string, now: Date): Promise<string | null> {
  const { rows } = await scope.withAccount((db) =>
    db.execute<{ name: string }>(purge(scope.on(deletedFlow, inTrash(id, now)))),
  )
  return rows[0]?.name ?? null
}

/** Deletes the flows of all accounts that have been in the trash for too long. */
export async function deleteExpiredFlows(db: Executor, now: Date): Promise<void> {
  const expired = db
    .select({ account: deletedFlow.accountId, id: deletedFlow.id })
    .from(deletedFlow)
    .where(lte(deletedFlow.expiresAt, now))
    .limit(batchSize)
  for (;;) {
    const { rows } = await db.execute(purge(sql`(${deletedFlow.accountId}, ${deletedFlow.id}) in (${expired})`))
    if (rows.length < batchSize) return
  }
}
