/** What is told of a run that has ended (traces). */
import type { Queryable } from './engine-db.ts'

export interface RunFacts {
  flowId: string
  flowName: string
  flowVersion: number
  trigger: string
  startedAt: Date
  /** Micros. */
  cost: string
}

export async function runFacts(db: Queryable, account: string, run: string): Promise<RunFacts | null> {
  const { rows } = await db.query<RunFacts>(
    `select flow_id as "flowId", flow_name as "flowName", flow_version as "flowVersion", trigger, started_at as "startedAt",
       cost::text as cost
     from run where account_id = $1 and id = $2`,
    [account, run],
  )
  return rows[0] ?? null
}
