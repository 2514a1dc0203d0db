/** Daily figures (UTC) for the trends of incidents, over `days` days until `until`, oldest first. */
import type { Queryable } from '#server/store/engine/engine-db.ts'

/** The days $2 days long until $1, as `d(day)`. */
const series = `generate_series(($1::timestamptz at time zone 'UTC')::date - $2::int + 1, ($1::timestamptz at time zone 'UTC')::date, interval '1 day') d(day)`

/** Cost in micros of the runs of a flow, or of all flows. */
export async function costPerDay(
  db: Queryable,
  { account, flow }: { account: string; flow: string | null },
  until: Date,
  days: number,
): Promise<number[]> {
  const { rows } = await db.query<{ cost: string }>(
    `select coalesce(n.cost, 0)::text as cost from ${series}
     left join (
       select day, sum(cost) as cost from run_day
       where account_id = $3 and ($4::text is null or flow_id = $4)
         and day > ($1::timestamptz at time zone 'UTC')::date - $2::int
       group by 1) n on n.day = d.day::date
     order by d.day`,
    [until, days, account, flow],
  )
  return rows.map(({ cost }) => Number(cost))
}
