/** Scheduled flows: the active ones of all accounts, or a single one. */
import type { Queryable } from './engine-db.ts'

interface ScheduledFlow {
  account: string
  flow: string
}

/**
 * Active flows of all accounts that have a trigger by schedule. Sample flows are only started manually, so that an
 * example does not cost money every five minutes.
 */
export async function scheduledFlows(db: Queryable): Promise<ScheduledFlow[]> {
  const { rows } = await db.query<ScheduledFlow>(
    `select account_id as account, id as flow from flow where status = 'active' and not sample and 'schedule' = any(trigger_types)`,
  )
  return rows
}

/** The document of an active flow as JSON; null if it does not exist, is not active, or belongs to the sample. */
export async function activeFlowBody(db: Queryable, account: string, flow: string): Promise<string | null> {
  const { rows } = await db.query<{ body: string }>(
    `select d.body from flow f join flow_document d on d.account_id = f.account_id and d.flow_id = f.id
     where f.account_id = $1 and f.id = $2 and f.status = 'active' and not f.sample`,
    [account, flow],
  )
  return rows[0]?.body ?? null
}

/**
 * Whether a run of a flow, other than a test, has started since a time. Locks the flow, so that of two callers the second
 * finds the run of the first.
 */
export async function hasStartedSince(db: Queryable, { account, flow }: ScheduledFlow, since: Date): Promise<boolean> {
  await db.query('select 1 from flow where account_id = $1 and id = $2 for no key update', [account, flow])
  const { rowCount } = await db.query(
    'select 1 from run where account_id = $1 and flow_id = $2 and started_at >= $3 and not is_test limit 1',
    [account, flow, since],
  )
  return rowCount !== 0
}
