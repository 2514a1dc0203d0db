/** Bookings of the sample: daily totals of runs, ledger with credits, and daily ledger totals. */
import type { Queryable } from '#server/store/engine/engine-db.ts'
import { dayMs, sampleDays } from './daily-traffic.ts'
import { BulkWriter } from './bulk-writer.ts'

const microsPerUnit = 1_000_000
/** Rows buffered before they are written. */
const batchSize = 5000

/** Id of a run by its number from 1. */
export const runIdOf = (number: number): string => `run_sample_${String(number).padStart(9, '0')}`
/** Plausible top-ups: whole amounts in units of the currency. */
const amounts = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
/** Days of average spending: that a top-up covers, below which one is booked, and that are left at the end. */
const coverageDays = { topUp: 30, low: 4, end: 12 }

interface Credit {
  kind: 'grant' | 'top_up'
  micros: number
  at: number
}

/** Credits that keep the balance above zero, enough for some days at the end. `spent`: micros by day since 1970. */
function creditsFor(spent: ReadonlyMap<number, number>, now: number): Credit[] {
  const totalSpent = [...spent.values()].reduce((sum, micros) => sum + micros, 0)
  const dailySpending = Math.max(1, totalSpent / sampleDays)
  const amount =
    (amounts.find((each) => each * microsPerUnit >= dailySpending * coverageDays.topUp) ??
      Math.ceil((dailySpending * coverageDays.topUp) / microsPerUnit)) * microsPerUnit
  const today = Math.floor(now / dayMs)
  const first = Math.min(today - sampleDays, ...spent.keys())
  const credits: Credit[] = [{ kind: 'grant', micros: amount, at: first * dayMs }]
  let left = amount
  for (let day = first; day <= today; day += 1) {
    const need = (spent.get(day) ?? 0) + dailySpending * (day === today ? coverageDays.end : coverageDays.low)
    while (left < need) {
      // Booked before the runs of the day, but not after now.
      credits.push({ kind: 'top_up', micros: amount, at: Math.min(day * dayMs, now) })
      left += amount
    }
    left -= spent.get(day) ?? 0
  }
  return credits
}

/** Costs of runs, in 24 bytes per run, so that millions fit into memory. */
export class RunSpending {
  #ids = new Float64Array(startSize)
  #ats = new Float64Array(startSize)
  #micros = new Float64Array(startSize)
  #count = 0

  /** `number`: number in the run's id. */
  add(number: number, at: number, micros: number): void {
    if (micros === 0) return
    if (this.#count === this.#ids.length) {
      this.#ids = doubled(this.#ids)
      this.#ats = doubled(this.#ats)
      this.#micros = doubled(this.#micros)
    }
    this.#ids[this.#count] = number
    this.#ats[this.#count] = at
    this.#micros[this.#count] = micros
    this.#count += 1
  }

  /** Total in micros by day since 1970, in UTC. */
  byDay(): Map<number, number> {
    const days = new Map<number, number>()
    for (let index = 0; index < this.#count; index += 1) {
      const day = Math.floor((this.#ats[index] ?? 0) / dayMs)
      days.set(day, (days.get(day) ?? 0) + (this.#micros[index] ?? 0))
    }
    return days
  }

  /** Costs ordered by time, then by id. */
  *inOrder(): Generator<{ number: number; at: number; micros: number }> {
    const [ids, ats] = [this.#ids, this.#ats]
    const order = Uint32Array.from({ length: this.#count }, (_, index) => index)
    order.sort((a, b) => (ats[a] ?? 0) - (ats[b] ?? 0) || (ids[a] ?? 0) - (ids[b] ?? 0))
    for (const index of order) yield { number: ids[index] ?? 0, at: ats[index] ?? 0, micros: this.#micros[index] ?? 0 }
  }
}

/** Daily calls and cost of tools. */
export class ToolDays {
  readonly #sums = new Map<string, { key: string; day: number; calls: number; errors: number; micros: number }>()

  /** Adds a step for the tools with these keys. */
  add(keys: readonly string[], at: number, micros: number, failed: boolean): void {
    const day = Math.floor(at / dayMs)
    for (const key of keys) {
      const name = `${key} ${day}`
      const sum = this.#sums.get(name) ?? { key, day, calls: 0, errors: 0, micros: 0 }
      sum.calls += 1
      if (failed) sum.errors += 1
      sum.micros += micros
      this.#sums.set(name, sum)
    }
  }

  /** Writes the totals of existing tools; a draft of the sample refers to a missing one. */
  async write(client: Queryable, account: string, ids: ReadonlyMap<string, string>): Promise<void> {
    const columns = { tool_id: 'text', day: 'date', calls: 'integer', errors: 'integer', cost: 'bigint' } as const
    const writer = new BulkWriter(client, account, 'tool_day', columns, false)
    for (const { key, day, calls, errors, micros } of this.#sums.values()) {
      const id = ids.get(key)
      if (id !== undefined)
        writer.add({ tool_id: id, day: new Date(day * dayMs).toISOString().slice(0, 10), calls, errors, cost: micros })
    }
    await writer.flush()
  }
}

const startSize = 65_536

function doubled(list: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(list.length * 2)
  longer.set(list)
  return longer
}

const ledgerColumns = {
  kind: 'text',
  micros: 'bigint',
  run_id: 'text',
  key: 'text',
  note: 'text',
  at: 'timestamptz',
} as const

/**
 * Writes daily totals of runs, the ledger, and its daily totals, within the transaction of `client`. To be called after
 * the runs are written. Bookings are in chronological order, because each balance is the sum of earlier bookings.
 */
export async function bookSample(
  client: Queryable,
  account: string,
  spending: RunSpending,
  now: number,
): Promise<void> {
  await client.query(
    `insert into run_day (account_id, day, flow_id, channel_id, status, "trigger", is_test, sample, runs, cost, duration_ms)
     select account_id, (started_at at time zone 'UTC')::date, flow_id, coalesce(channel_id, ''), status, "trigger", is_test, true, count(*), sum(cost), coalesce(sum(duration_ms), 0)
     from run where account_id = $1 and sample group by 1, 2, 3, 4, 5, 6, 7`,
    [account],
  )
  await client.query(
    `insert into run_version (account_id, flow_id, number, is_test, sample, runs, failed, cost)
     select account_id, flow_id, flow_version, is_test, true, count(*), count(*) filter (where status in ('failed', 'timed_out')), sum(cost)
     from run where account_id = $1 and sample group by 1, 2, 3, 4`,
    [account],
  )
  const ledger = new BulkWriter(client, account, 'ledger', ledgerColumns)
  const credits = creditsFor(spending.byDay(), now).toReversed()
  const addCredits = (until: number) => {
    for (let credit = credits.at(-1); credit && credit.at <= until; credit = credits.at(-1)) {
      credits.pop()
      ledger.add({ ...credit, run_id: null, key: `sample:credit:${credits.length}`, note: 'Sample credit' })
    }
  }
  for (const { number, at, micros } of spending.inOrder()) {
    addCredits(at)
    const run = runIdOf(number)
    ledger.add({ kind: 'run', micros: -micros, run_id: run, key: `run:${run}`, note: null, at })
    if (ledger.size >= batchSize) await ledger.flush()
  }
  addCredits(now)
  await ledger.flush()
  await client.query(
    `insert into ledger_day (account_id, day, kind, sample, micros)
     select account_id, (at at time zone 'UTC')::date, kind, true, sum(micros) from ledger where account_id = $1 and sample group by 1, 2, 3`,
    [account],
  )
}
