/** Removal of the sample workspace, also of an unfinished one. */
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import { unassignChannels } from '#server/store/channels/channel-start.ts'
import { Scope } from '#server/store/db/scope.ts'
import { inTransaction, type Queryable } from '#server/store/engine/engine-db.ts'
import { runIdOf } from './ledger.ts'
import { endProgress, unfinishedSample } from './sample-progress.ts'

/** The sample is still being added. */
export class SampleUnfinishedError extends Error {
  override name = 'SampleUnfinishedError'

  constructor() {
    super('The sample data is still being added.')
  }
}

/** Runs removed per statement. */
const removalBatchSize = 20_000

/** Tables whose rows are marked as sample; those that refer to others first. */
const sampleTables = [
  'incident',
  'budget',
  'ledger_day',
  'ledger',
  'run_day',
  'run_version',
  'run',
  'message',
  'conversation',
  'contact',
  'canned_reply',
  'channel',
  'flow',
  'tool',
] as const
export const touchedTables = [
  ...sampleTables,
  'run_step',
  'flow_document',
  'flow_binding',
  'flow_version',
  'tool_day',
  'tool_version',
]

/** Prevents that a sample is added and removed at the same time, until the end of the transaction. */
export const lockSample = (client: Queryable, account: string) =>
  client.query('select pg_advisory_xact_lock(hashtext($1))', [`sample ${account}`])

/**
 * Removes the sample, including runs and conversations of its flows. Other data of the account is kept: bindings to
 * sample tools and channels are cleared, and sample contacts with other conversations become regular contacts. Throws
 * SampleUnfinishedError while it is being added.
 */
export async function removeSample(db: Pool, account: string): Promise<void> {
  await inTransaction(db, async (client) => {
    await lockSample(client, account)
    if ((await unfinishedSample(client, account)) !== null) throw new SampleUnfinishedError()
    await removeRows(client, account)
  })
  // Frees space for new rows, which the embedded database does not do automatically.
  for (const table of touchedTables) await db.query(`vacuum analyze "${table}"`)
}

/** Removes what was added of a sample before the process was killed or failed. `isOver`: it is not added again. */
export async function discardUnfinished(db: Pool, account: string, isOver: boolean): Promise<void> {
  await inTransaction(db, async (client) => {
    await lockSample(client, account)
    await removeRows(client, account)
    if (isOver) await endProgress(client, account)
  })
}

async function removeRows(client: PoolClient, account: string): Promise<void> {
  const run = (statement: string) => client.query(statement, [account])
  const sampleIds = (table: string) => `select id from "${table}" where account_id = $1 and sample`
  await run(
    `update contact set sample = false where account_id = $1 and sample and id in (select contact_id from conversation where account_id = $1 and not sample)`,
  )
  await run(
    `update flow_binding set target_id = null where account_id = $1 and target_id in (${sampleIds('tool')} union all ${sampleIds('channel')}) and flow_id not in (${sampleIds('flow')})`,
  )
  const { rows } = await run(
    `select distinct flow_id as id from channel where account_id = $1 and not sample and flow_id in (${sampleIds('flow')})`,
  )
  const scope = new Scope(drizzle(client), account)
  for (const { id } of rows) await unassignChannels(scope, String(id), new Date())
  await run(`delete from delivery where account_id = $1 and channel_id in (${sampleIds('channel')})`)
  // Dependent rows first: otherwise the foreign keys of runs, flows and conversations would be checked row by row.
  await removeRuns(client, account)
  await run(`delete from run_step where account_id = $1 and run_id in (${sampleIds('run')})`)
  await run(`delete from message where account_id = $1 and conversation_id in (${sampleIds('conversation')})`)
  for (const table of ['flow_document', 'flow_binding', 'flow_version'])
    await run(`delete from "${table}" where account_id = $1 and flow_id in (${sampleIds('flow')})`)
  for (const table of sampleTables) await run(`delete from "${table}" where account_id = $1 and sample`)
  await resetFlowCosts(client, account)
}

/** Resets the cost totals of flows, which are recomputed on demand, because they may include sample runs. */
export const resetFlowCosts = (client: Queryable, account: string) =>
  client.query('update account set flow_cost_since = null where id = $1', [account])

/** Removes sample runs in batches, because one statement for millions of rows would block the database. */
async function removeRuns(client: Queryable, account: string): Promise<void> {
  const { rows } = await client.query<{ last: string | null }>(
    `select max(id) as last from run where account_id = $1 and id like 'run\\_sample\\_%' and sample`,
    [account],
  )
  const last = rows[0]?.last
  if (!last) return
  for (let number = 0; runIdOf(number) <= last; number += removalBatchSize) {
    const range = [account, runIdOf(number), runIdOf(number + removalBatchSize)]
    await client.query('delete from run_step where account_id = $1 and run_id >= $2 and run_id < $3', range)
    await client.query('delete from run where account_id = $1 and id >= $2 and id < $3 and sample', range)
  }
}

export async function hasSample(client: Queryable, account: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select ${sampleTables.map((table) => `exists (select 1 from "${table}" where account_id = $1 and sample)`).join(' or ')} as there`,
    [account],
  )
  return rows[0]?.there === true
}
