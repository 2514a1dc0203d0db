/** Marks of solved reasons (run-reasons.ts reads them). */
import { inArray, sql } from 'drizzle-orm'
import type { Caller } from '#server/base/caller.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { run, solvedReason } from '#server/store/tables/run.ts'

export interface KnownReason {
  key: string
  /** Error of its latest run. */
  message: string | null
}

/** Those of the reasons for which a run of this account failed. */
export async function knownReasons(scope: Scope, keys: readonly string[]): Promise<KnownReason[]> {
  const fields = {
    key: sql<string>`${run.reason}`,
    message: sql<string | null>`(array_agg(${run.errorMessage} order by ${run.startedAt} desc))[1]`,
  }
  return scope.select(run, fields, inArray(run.reason, [...keys])).groupBy(run.reason)
}

/** Returns the number of reasons that were not solved before, or that a run failed for since. */
export async function solveReasons(
  scope: Scope,
  keys: readonly string[],
  by: Pick<Caller, 'id' | 'name'>,
  now: Date,
): Promise<number> {
  const { rowCount } = await scope.withAccount((db, account) =>
    db.execute(sql`
      insert into solved_reason as s (account_id, reason, solved_at, solved_by_id, solved_by_name)
      select ${account}, key, ${now.toISOString()}::timestamptz, ${by.id}, ${by.name} from unnest(${sql.param([...keys])}::text[]) as key
      on conflict (account_id, reason) do update
        set solved_at = excluded.solved_at, solved_by_id = excluded.solved_by_id, solved_by_name = excluded.solved_by_name
        where exists (select 1 from run newer where newer.account_id = s.account_id and newer.reason = s.reason
          and coalesce(newer.finished_at, newer.started_at) > s.solved_at)`),
  )
  return rowCount ?? 0
}

/** Returns the number of marks that were removed. */
export async function reopenReasons(scope: Scope, keys: readonly string[]): Promise<number> {
  const removed = await scope
    .remove(solvedReason, inArray(solvedReason.reason, [...keys]))
    .returning({ reason: solvedReason.reason })
  return removed.length
}
