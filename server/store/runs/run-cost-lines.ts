/** Cost lines of runs in SQL, by kind, model or tool; the lines of a run add up to its cost. */
import { sql, type SQL } from 'drizzle-orm'
import { costNotRecorded, costOfNone } from '#contract/billing.ts'
import { run } from '#server/store/tables/run.ts'

/** A line, of `cost_breakdown`. */
const lines = sql`jsonb_array_elements(${run.costBreakdown}) as line`
const micros = sql`((line ->> 'cost')::numeric * 1000000)::int8`
/** Cost that no line has, for example of another version. */
const unlisted = sql`(${run.cost} - (select coalesce(sum(${micros}), 0) from ${lines}))`

const keys = {
  kind: sql`line ->> 'kind'`,
  model: sql`case when line ->> 'kind' in ('agent', 'model') then line ->> 'label' else ${sql.raw(`'${costOfNone}'`)} end`,
  // A message has no tool; for other kinds, an earlier version did not record it.
  tool: sql`case when jsonb_typeof(line -> 'tool') = 'object' then line -> 'tool' ->> 'id'
    when line ? 'tool' or line ->> 'kind' = 'message' then ${sql.raw(`'${costOfNone}'`)} else ${sql.raw(`'${costNotRecorded}'`)} end`,
}
export type CostLineKey = keyof typeof keys

const notRecorded = sql.raw(`'${costNotRecorded}'`)

/** Array of the keys of a run, as a filter column. */
export const costKeys = (name: CostLineKey): SQL =>
  sql`array(select ${keys[name]} from ${lines} union all select ${notRecorded} where ${unlisted} <> 0)`

/** To be joined with `run`: a row `item` per line, with its key, the name of its tool, and micros. */
export const costItems = (name: CostLineKey): SQL =>
  sql`lateral (select ${keys[name]} as key, line -> 'tool' ->> 'name' as tool, ${micros} as micros from ${lines}
    union all select ${notRecorded}, null, ${unlisted}::int8 where ${unlisted} <> 0) as item`
