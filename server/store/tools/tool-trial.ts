/**
 * Trials of tools: an active trial has a reserve and a record of its spending; at its end these are replaced by its
 * bookings and a call in the tool's totals. Trials of killed processes are booked by other processes, by their last
 * record.
 */
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { ledger } from '#server/store/tables/ledger.ts'
import { runIsolated } from '#server/base/isolated-tasks.ts'
import type { Log } from '#server/base/log.ts'
import { toolTrial } from '#server/store/tables/tool.ts'
import { bookEntry } from '#server/store/accounts/account.ts'
import type { Booking } from '#server/store/engine/engine-commit.ts'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import { Scope } from '#server/store/db/scope.ts'

/** Maximum duration of a trial; an older open trial could not be booked at its end. */
const maxTrialMs = 10 * 60_000

/** Creates the reserve. */
export async function beginTrial(
  scope: Scope,
  trial: { id: string; toolId: string; executor: string; reserved: bigint },
  now: Date,
): Promise<void> {
  await scope.insert(toolTrial, [{ ...trial, at: now }])
}

/** Records the bookings that the trial would have if it ended now. */
export async function recordTrialCosts(scope: Scope, id: string, bookings: readonly Booking[]): Promise<void> {
  await scope.update(toolTrial, { bookings }, eq(toolTrial.id, id))
}

/** Releases the reserve; null if it was already released. */
export async function releaseTrial(scope: Scope, id: string): Promise<{ bookings: Booking[] } | null> {
  const rows = await scope
    .remove(toolTrial, eq(toolTrial.id, id))
    .returning({ bookings: sql<Booking[]>`${toolTrial.bookings}` })
  return rows[0] ?? null
}

interface EndedTrial {
  toolId: string
  bookings: readonly Booking[]
  failed: boolean
}

/** Books entries; existing keys are skipped. */
async function bookAll(scope: Scope, bookings: readonly Booking[], now: Date): Promise<void> {
  for (const { micros, ...booking } of bookings)
    await scope.withAccount((db, account) =>
      bookEntry(db, account, { ...booking, kind: 'trial', micros: BigInt(micros) }, now),
    )
}

/** Adds to the tool's totals. The tool may have been deleted. */
async function countTool(
  scope: Scope,
  { toolId, bookings }: EndedTrial,
  { calls, errors }: { calls: number; errors: number },
  now: Date,
): Promise<void> {
  const day = now.toISOString().slice(0, 10)
  const cost = bookings.reduce((sum, { micros }) => sum - BigInt(micros), 0n)
  // A correction after midnight concerns the previous day: counts never become negative.
  await scope.withAccount((db, account) =>
    db.execute(sql`insert into tool_day (account_id, tool_id, day, calls, errors, cost)
      select account_id, id, ${day}::date, ${calls}::int, greatest(0, ${errors}::int), ${cost} from tool where account_id = ${account} and id = ${toolId}
      on conflict (account_id, tool_id, day) do update set calls = tool_day.calls + excluded.calls,
        errors = tool_day.errors + greatest(${errors}::int, -tool_day.errors), cost = tool_day.cost + excluded.cost`),
  )
}

/** Writes bookings and totals of a trial. To be called in an open transaction. */
export async function writeTrial(scope: Scope, ended: EndedTrial, now: Date): Promise<void> {
  await bookAll(scope, ended.bookings, now)
  await countTool(scope, ended, { calls: 1, errors: ended.failed ? 1 : 0 }, now)
}

/**
 * Corrects a trial that was booked as interrupted although its process was only paused: books the difference under
 * separate keys (ending in the cost kind, like all), and removes the failure. To be called in an open transaction.
 */
export async function bookRemainder(scope: Scope, id: string, ended: EndedTrial, now: Date): Promise<void> {
  const of = `trial:${id}:`
  const { key, micros, note } = ledger
  const isOfIt = sql`${ledger.kind} = 'trial' and starts_with(${key}, ${of})`
  const booked = await scope.select(ledger, { key, micros, note }, isOfIt)
  const rest = new Map(ended.bookings.map((one) => [one.key, { ...one, micros: BigInt(one.micros) }]))
  for (const one of booked)
    rest.set(one.key, { ...one, note: one.note ?? '', micros: (rest.get(one.key)?.micros ?? 0n) - one.micros })
  const bookings = [...rest.values()]
    .filter((one) => one.micros !== 0n)
    .map((one) => ({ ...one, key: `${of}rest:${one.key.slice(of.length)}`, micros: String(one.micros) }))
  await bookAll(scope, bookings, now)
  await countTool(scope, { ...ended, bookings }, { calls: 0, errors: ended.failed ? 0 : -1 }, now)
}

/**
 * Books the recorded spending of trials whose process is dead, or whose end could not be written, and releases their
 * reserves. For all accounts; safe to run concurrently. A trial that cannot be closed does not affect others.
 */
export async function bookInterruptedTrials(pool: pg.Pool, log: Log, now: Date): Promise<void> {
  const { rows } = await pool.query<{ account: string; id: string; toolId: string }>(
    `select account_id as account, id, tool_id as "toolId" from tool_trial t
     where at < $1 or not exists (select 1 from executor e where e.id = t.executor)`,
    [new Date(now.getTime() - maxTrialMs)],
  )
  const bookAndRelease = ({ account, id, toolId }: (typeof rows)[number]) =>
    inTransaction(pool, async (client) => {
      const scope = new Scope(drizzle(client), account)
      const interrupted = await releaseTrial(scope, id)
      if (interrupted) await writeTrial(scope, { toolId, bookings: interrupted.bookings, failed: true }, now)
    })
  await runIsolated(
    log,
    rows.map((row) => [`booking the interrupted tool test ${row.id}`, () => bookAndRelease(row)]),
  )
}
