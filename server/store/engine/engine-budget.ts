/**
 * Budgets that pause flows. A budget is reached once the runs that started in its period cost its amount; it then
 * pauses its active flows, once per period and amount. A flow becomes active again when no reached budget applies to it.
 */
import type { BudgetPause } from '#contract/flow.ts'
import { newId } from '#lib/id.ts'
import { formatMicros } from '#lib/money/money.ts'
import type { Period } from '#lib/time/period.ts'
import { budgetPeriod } from '#server/store/money/budget.ts'
import type { Queryable } from './engine-db.ts'

interface PausingBudget {
  id: string
  flowId: string | null
  period: string
  zone: string
  amount: string
  version: number
  pausedFrom: Date | null
  currency: string
}

/** State of a budget that may pause flows. */
export interface BudgetState {
  id: string
  /** Null = all flows. */
  flowId: string | null
  version: number
  zone: string
  currency: string
  period: Period
  isReached: boolean
  /** Start of the period in which it has paused its flows. */
  pausedFrom: Date | null
  pause: BudgetPause
}

const dayLength = 86_400_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/**
 * Cost in micros of the runs that started in a period, like `costsBetween`, but exact while runs are counted: one
 * statement, and on an open transaction.
 */
async function costOfPeriod(db: Queryable, account: string, flow: string | null, period: Period): Promise<bigint> {
  const firstDay = Math.ceil(period.from / dayLength) * dayLength
  const lastDay = Math.max(firstDay, Math.floor(period.to / dayLength) * dayLength)
  const ofFlow = flow === null ? '' : 'and flow_id = $6'
  const { rows } = await db.query<{ cost: string }>(
    `select coalesce(sum(cost), 0)::text as cost from (
       select cost from run_day where account_id = $1 and day >= $4::date and day < $5::date ${ofFlow}
       union all
       select cost from run where account_id = $1 and finished_at is null and not sample ${ofFlow}
         and started_at >= ($4::date)::timestamp at time zone 'UTC' and started_at < ($5::date)::timestamp at time zone 'UTC'
       union all
       select cost from run where account_id = $1 and not is_counted ${ofFlow}
         and started_at >= ($4::date)::timestamp at time zone 'UTC' and started_at < ($5::date)::timestamp at time zone 'UTC'
       union all
       select cost from run where account_id = $1 ${ofFlow} and started_at >= $2
         and started_at < least($3, ($4::date)::timestamp at time zone 'UTC')
       union all
       select cost from run where account_id = $1 ${ofFlow} and started_at < $3
         and started_at >= greatest($2, ($5::date)::timestamp at time zone 'UTC')
         and started_at >= ($4::date)::timestamp at time zone 'UTC') of_period`,
    [
      account,
      new Date(period.from),
      new Date(period.to),
      dayOf(firstDay),
      dayOf(lastDay),
      ...(flow === null ? [] : [flow]),
    ],
  )
  return BigInt(rows[0]?.cost ?? '0')
}

/** States of the budgets that may pause flows, those of one flow first; `flow`: only those that apply to it. */
export async function pausingBudgets(
  db: Queryable,
  account: string,
  { flow, now }: { flow: string | null; now: Date },
): Promise<BudgetState[]> {
  const { rows } = await db.query<PausingBudget>(
    `select id, flow_id as "flowId", period, zone, amount::text as amount, version, paused_from as "pausedFrom",
       (select currency from account where id = $1) as currency
     from budget where account_id = $1 and action = 'pause' and ($2::text is null or flow_id is null or flow_id = $2)
     order by flow_id is null, id`,
    [account, flow],
  )
  const states: BudgetState[] = []
  for (const { period: kind, amount: text, ...row } of rows) {
    const period = budgetPeriod(kind === 'daily' ? 'daily' : 'monthly', row.zone, now.getTime())
    const amount = BigInt(text)
    const until = new Date(period.to).toISOString()
    states.push({
      ...row,
      period,
      isReached: (await costOfPeriod(db, account, row.flowId, period)) >= amount,
      pause: { budget: row.id, amount: formatMicros(amount), is_for_all: row.flowId === null, until },
    })
  }
  return states
}

/** A reached budget that applies to a flow. */
export const reachedBudget = async (
  db: Queryable,
  account: string,
  of: { flow: string; now: Date },
): Promise<BudgetState | null> => (await pausingBudgets(db, account, of)).find(({ isReached }) => isReached) ?? null

/**
 * Pauses the active flows of a reached budget, with one entry in the audit log; to be called in a transaction. Null if
 * another process has done so in this period, or the budget was changed.
 */
export async function pauseFlows(
  db: Queryable,
  account: string,
  { id, flowId, version, period, pause }: BudgetState,
  now: Date,
): Promise<string[] | null> {
  const { rows: marked } = await db.query<{ name: string | null }>(
    `update budget set paused_from = $4 where account_id = $1 and id = $2 and version = $3 and action = 'pause'
       and paused_from is distinct from $4 returning flow_name as name`,
    [account, id, version, new Date(period.from)],
  )
  const [budget] = marked
  if (!budget) return null
  const { rows } = await db.query<{ id: string }>(
    `update flow set status = 'paused', paused_by = $3, version = version + 1
     where account_id = $1 and status = 'active' and ($2::text is null or id = $2) returning id`,
    [account, flowId, JSON.stringify(pause)],
  )
  await recordBudgetActivity(db, account, { action: 'budget.pause', id, name: budget.name, now })
  return rows.map((row) => row.id)
}

/** The budget is not reached after a change of its amount: it may pause its flows again in the same period. */
export async function forgetPausing(
  db: Queryable,
  account: string,
  { id, version, pausedFrom }: BudgetState,
): Promise<void> {
  await db.query(
    'update budget set paused_from = null where account_id = $1 and id = $2 and version = $3 and paused_from = $4',
    [account, id, version, pausedFrom],
  )
}

async function recordBudgetActivity(
  db: Queryable,
  account: string,
  { action, id, name, now }: { action: string; id: string; name: string | null; now: Date },
): Promise<void> {
  await db.query(
    `insert into activity (account_id, id, at, action, noun, object_id, object_name) values ($1, $2, $3, $4, 'budget', $5, $6)`,
    [account, newId('act', now.getTime()), now, action, id, name ?? 'all flows'],
  )
}

/** A flow that a budget paused, or that became active and still lacks its schedules. */
export interface PausedFlow {
  id: string
  pause: BudgetPause
}

export async function flowsPausedByBudget(db: Queryable, account: string): Promise<PausedFlow[]> {
  const { rows } = await db.query<PausedFlow>(
    'select id, paused_by as pause from flow where account_id = $1 and paused_by is not null order by id',
    [account],
  )
  return rows
}

const unchanged = `account_id = $1 and id = $2 and paused_by->>'budget' = $3 and paused_by->>'until' = $4
  and paused_by->>'amount' = $5`
const pauseValues = ({ budget, until, amount }: BudgetPause) => [budget, until, amount]

/** The flow is now paused by another budget. */
export async function replacePause(
  db: Queryable,
  account: string,
  flow: PausedFlow,
  pause: BudgetPause,
): Promise<void> {
  await db.query(`update flow set paused_by = $6 where ${unchanged} and status = 'paused'`, [
    account,
    flow.id,
    ...pauseValues(flow.pause),
    JSON.stringify(pause),
  ])
}

/**
 * Makes the flow active if the budget still pauses it. `paused_by` stays until `clearPause`, so that another process
 * registers its schedules if this one dies.
 */
export async function activatePaused(db: Queryable, account: string, { id, pause }: PausedFlow): Promise<void> {
  await db.query(`update flow set status = 'active', version = version + 1 where ${unchanged} and status = 'paused'`, [
    account,
    id,
    ...pauseValues(pause),
  ])
}

/** The flow is active with its schedules. False if another process has cleared it, or the flow was changed. */
export async function clearPause(db: Queryable, account: string, { id, pause }: PausedFlow): Promise<boolean> {
  const { rowCount } = await db.query(`update flow set paused_by = null where ${unchanged} and status <> 'paused'`, [
    account,
    id,
    ...pauseValues(pause),
  ])
  return rowCount === 1
}

/** Accounts with budgets that may pause flows, or with flows that a budget paused. */
export async function accountsWithPauses(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ account: string }>(
    `select account_id as account from budget where action = 'pause'
     union select account_id from flow where paused_by is not null`,
  )
  return rows.map(({ account }) => account)
}
