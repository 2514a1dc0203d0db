/** Daily figures (UTC) for the trends of incidents, over `days` days until `until`, oldest first. */
import type { Queryable } from '#server/store/engine/engine-db.ts'

/** The days $2 days long until $1, as `d(day)`. */
const series = `generate_series(($1::timestamptz at time zone 'UTC')::date - $2::int + 1, ($1::timestamptz at time zone 'UTC')::date, interval '1 day') d(day)`
/** Start of the first day. */
const start = `((($1::timestamptz at time zone 'UTC')::date - $2::int + 1)::timestamp at time zone 'UTC')`

/** Refused deliveries, and messages that were not sent, of a channel. */
export async function channelFailuresPerDay(
  db: Queryable,
  { account, id }: { account: string; id: string },
  until: Date,
  days: number,
): Promise<number[]> {
  const { rows } = await db.query<{ failures: number }>(
    `with f as (
       select v.at from delivery v where v.account_id = $3 and v.channel_id = $4 and v.at >= ${start} and v.at <= $1
         and v.verdict not in ('accepted', 'repeated') and v.replay_of is null
       union all
       select m.at from conversation c join message m on m.account_id = c.account_id and m.conversation_id = c.id
       where c.account_id = $3 and c.channel_id = $4 and c.last_message_at >= ${start} and m.at >= ${start} and m.at <= $1
         and m.direction = 'out' and m.delivery in ('pending', 'failed'))
     select coalesce(n.failures, 0)::int as failures from ${series}
     left join (select (at at time zone 'UTC')::date as day, count(*) as failures from f group by 1) n on n.day = d.day::date
     order by d.day`,
    [until, days, account, id],
  )
  return rows.map(({ failures }) => failures)
}

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
