/**
 * Monthly statement from the ledger, with flow and cost breakdown of the booked runs, in one SQL statement, so that its
 * parts are consistent: a concurrent booking is in all of them or in none. Amounts are bigint micros.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { costKinds } from '#contract/billing.ts'
import { EntryKind, type Statement } from '#contract/ledger.ts'
import { formatMicros } from '#lib/money/money.ts'
import { dayStart } from '#lib/time/period.ts'
import { invalid } from '#server/base/fault.ts'
import { accountCurrency } from '#server/store/accounts/account-currency.ts'
import type { Scope } from '#server/store/db/scope.ts'

const Micros = z.string().transform(BigInt)
/** Result of the SQL statement. */
const Sums = z.object({
  opening: Micros,
  moved: Micros,
  credits: z.array(z.object({ kind: EntryKind, count: z.int(), micros: Micros })),
  flows: z.array(z.object({ id: z.string().nullable(), name: z.string().nullable(), runs: z.int(), micros: Micros })),
  kinds: z.array(z.object({ kind: z.string(), micros: Micros })),
})

/**
 * The engine books each cost kind of a step or trial separately, with the kind at the end of the key; a run that was
 * booked as a whole has the kinds in its breakdown.
 */
const statementOf = (account: string, from: Date, to: Date) => {
  const day = from.toISOString().slice(0, 10)
  return sql`
with booked as materialized (
  select kind, micros, key, run_id from ledger
  where account_id = ${account} and at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz),
paid as materialized (
  select b.kind, b.micros, b.key, b.run_id, r.flow_id, r.flow_name,
    case when b.key = 'run:' || b.run_id then r.cost_breakdown end as breakdown
  from booked b left join run r on r.account_id = ${account} and r.id = b.run_id
  where b.kind in ('run', 'trial')),
kinds as (
  select regexp_replace(key, '^.*:', '') as kind, -micros as micros from paid where run_id is null or key <> 'run:' || run_id
  union all
  select item.kind, (item.cost * 1000000)::int8
  from paid, jsonb_to_recordset(paid.breakdown) as item(kind text, cost numeric) where paid.breakdown is not null)
select
  ((select coalesce(sum(micros), 0) from ledger_day where account_id = ${account} and day < ${day}::date)
    + (select coalesce(sum(micros), 0) from ledger where account_id = ${account}
        and at >= ${`${day}T00:00:00Z`}::timestamptz and at < ${from.toISOString()}::timestamptz))::text as opening,
  (select coalesce(sum(micros), 0)::text from booked) as moved,
  (select coalesce(json_agg(c order by c.kind), '[]') from (
    select kind, count(*)::int as count, sum(micros)::text as micros from booked where kind not in ('run', 'trial') group by kind) c) as credits,
  (select coalesce(json_agg(f), '[]') from (
    select flow_id as id, max(flow_name) as name, count(distinct run_id)::int as runs, (-sum(micros))::text as micros
    from paid group by kind, flow_id order by sum(micros), flow_id) f) as flows,
  (select coalesce(json_agg(k), '[]') from (
    select kind, sum(micros)::text as micros from kinds group by kind having sum(micros) <> 0 order by sum(micros) desc, kind) k) as kinds`
}

const sumOf = (rows: readonly { micros: bigint }[]): bigint => rows.reduce((sum, { micros }) => sum + micros, 0n)

/** Costs without a kind get a separate line, so that the lines always add up. */
function kindLines(kinds: readonly { kind: string; micros: bigint }[], total: bigint) {
  const rest = total - sumOf(kinds)
  return [...kinds, ...(rest === 0n ? [] : [{ kind: '', micros: rest }])].map(({ kind, micros }) => ({
    kind,
    label: kind === '' ? 'Not broken down' : (costKinds[kind] ?? kind),
    cost: formatMicros(micros),
  }))
}

/** The first day of the following month. */
function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`
}

/** @param month "2026-11" */
export async function readStatement(
  scope: Scope,
  month: string,
  { zone, now }: { zone: string; now: Date },
): Promise<Statement> {
  const from = new Date(dayStart(`${month}-01`, zone))
  const to = new Date(dayStart(monthAfter(month), zone))
  if (from > now) throw invalid('month', 'This month has not started yet. Choose the current month or an earlier one.')
  const { rows } = await scope.withAccount((db, account) => db.execute(statementOf(account, from, to)))
  const { opening, moved, credits, flows, kinds } = Sums.parse(rows[0])
  const total = sumOf(flows)
  return {
    month,
    tz: zone,
    from: from.toISOString(),
    to: to.toISOString(),
    is_over: now >= to,
    currency: await accountCurrency(scope),
    opening_balance: formatMicros(opening),
    credits: credits.map(({ kind, count, micros }) => ({ kind, count, amount: formatMicros(micros) })),
    costs: {
      total: formatMicros(total),
      by_flow: flows.map(({ id, name, runs, micros }) => ({
        flow: id === null ? null : { id, name: name ?? '' },
        runs,
        cost: formatMicros(micros),
      })),
      by_kind: kindLines(kinds, total),
    },
    closing_balance: formatMicros(opening + moved),
  }
}
