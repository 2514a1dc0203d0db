/** Flows that start by themselves: which ones of all accounts are active, and one of them. */
import type { Queryable } from './engine-db.ts'

interface ScheduledFlow {
  account: string
  flow: string
}

/** Active flows of all accounts that have a trigger by schedule. Those of the sample start by hand alone: nobody wants to pay for an example every five minutes. */
export async function scheduledFlows(db: Queryable): Promise<ScheduledFlow[]> {
  const { rows } = await db.query<ScheduledFlow>(
    `select account_id as account, id as flow from flow where status = 'active' and not sample and 'schedule' = any(trigger_types)`,
  )
  return rows
}

/** What an active flow holds, as JSON; null where there is none, or it is not active, or of the sample. */
export async function activeFlowBody(db: Queryable, account: string, flow: string): Promise<string | null> {
  const { rows } = await db.query<{ body: string }>(
    `select d.body from flow f join flow_document d on d.account_id = f.account_id and d.flow_id = f.id
     where f.account_id = $1 and f.id = $2 and f.status = 'active' and not f.sample`,
    [account, flow],
  )
  return rows[0]?.body ?? null
}
