/**
 * Invariants of the tables after any crash, checked on the tables themselves and by a trigger that is independent of
 * the product.
 */
import { z } from 'zod'
import { numberOf, type Query } from './service.ts'

/** Installs a trigger that records every end of a run, independently of the product. */
export async function audit(query: Query): Promise<void> {
  await query('create table if not exists bench_end (run_id text not null)')
  await query(`create or replace function bench_end() returns trigger language plpgsql as
    'begin insert into bench_end values (new.id); return new; end'`)
  await query('drop trigger if exists bench_end on run')
  await query(`create trigger bench_end after update on run for each row
    when (new.finished_at is not null and (old.finished_at is null or old.finished_at <> new.finished_at)) execute function bench_end()`)
}

export interface Findings {
  lost: number
  double: number
  unfinished: number
  endedTwice: number
  unbooked: number
  unpaid: number
  offMicros: number
  open: number
  interrupted: number
  /** Outcome of each run that did not succeed, for debugging. */
  failedRuns: string[]
}

const Row = z.object({ id: z.string(), source_key: z.string().nullable(), status: z.string() })
const FailedRun = z.object({ line: z.string() })

/** Counts violations. `accepted`: ids of webhooks that got a 202, each with the run named in the response. */
export async function findings(query: Query, accepted: ReadonlyMap<string, string>): Promise<Findings> {
  const runs = (await query('select id, source_key, status from run')).map((row) => Row.parse(row))
  const ids = new Set(runs.map(({ id }) => id))
  const bySource = new Map<string, number>()
  for (const { source_key: key } of runs) {
    const id = key?.slice(key.lastIndexOf(':') + 1) ?? ''
    bySource.set(id, (bySource.get(id) ?? 0) + 1)
  }
  const count = async (sql: string) => numberOf(await query(sql))
  // The key of a ledger row names its step: "run:<id>:<step key>:<attempt>:<kind>".
  const steps = `select 'run:' || run_id || ':' || key || ':' || attempt as prefix, cost from run_step where key is not null and not is_reused`
  const booked = `select regexp_replace(key, ':[^:]*$', '') as prefix, sum(-micros) as micros from ledger where kind = 'run' group by 1`
  const sums = `select abs(coalesce((select sum(cost) from run_step where not is_reused), 0) + coalesce((select sum(micros) from ledger where kind = 'run'), 0))
    + abs(coalesce((select sum(cost) from run), 0) + coalesce((select sum(micros) from ledger where kind = 'run'), 0))
    + abs(coalesce((select sum(micros) from ledger), 0) - coalesce((select sum(micros) from ledger_day), 0))
    + abs(coalesce((select sum(cost) from run where is_counted and finished_at is not null), 0) - coalesce((select sum(cost) from run_day), 0)) as n`
  return {
    lost: [...accepted.values()].filter((id) => !ids.has(id)).length,
    double: [...accepted.keys()].filter((id) => (bySource.get(id) ?? 0) > 1).length,
    unfinished: runs.filter(({ status }) => status !== 'succeeded').length,
    endedTwice: await count(
      'select count(*) as n from (select run_id from bench_end group by run_id having count(*) > 1) as twice',
    ),
    unbooked: await count(
      `select count(*) as n from (${steps}) as s left join (${booked}) as l using (prefix) where s.cost <> coalesce(l.micros, 0)`,
    ),
    unpaid: await count(
      `select count(*) as n from (${booked}) as l left join (${steps}) as s using (prefix) where s.prefix is null`,
    ),
    offMicros: await count(sums),
    open: await count(`select count(*) as n from run_step where status in ('running', 'waiting')`),
    failedRuns: (
      await query(`select concat_ws(' ', r.id, r.status, r.error_code, r.error_message, 'lease', r.lease, s.attempts) as line
        from run r left join lateral (
          select string_agg(concat_ws(':', key, attempt, status, error ->> 'code'), ', ' order by seq) as attempts
          from run_step where account_id = r.account_id and run_id = r.id) s on true
        where r.status <> 'succeeded'`)
    ).map((row) => FailedRun.parse(row).line),
    interrupted: await count(`select count(*) as n from run_step where error ->> 'code' = 'interrupted'`),
  }
}
