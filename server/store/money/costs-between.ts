/**
 * Cost of runs between two times, by flow: whole days (UTC) from the daily totals, the remainders at both ends from the
 * runs.
 */
import { and, gte, lt, sql } from 'drizzle-orm'
import { run, runDay } from '#server/store/tables/run.ts'
import { selectDays } from '#server/store/runs/run-summary.ts'
import type { Scope } from '#server/store/db/scope.ts'

const dayLength = 86_400_000

/** Micros by flow, of the runs that started in the range. */
export type FlowMicros = ReadonlyMap<string, bigint>

export async function costsBetween(scope: Scope, from: number, to: number): Promise<FlowMicros> {
  const firstDay = Math.ceil(from / dayLength) * dayLength
  const lastDay = Math.floor(to / dayLength) * dayLength
  const sums = new Map<string, bigint>()
  const add = (rows: readonly { flow: string; micros: string }[]) => {
    for (const { flow, micros } of rows) sums.set(flow, (sums.get(flow) ?? 0n) + BigInt(micros))
  }
  const ofRuns = async (start: number, end: number) => {
    if (start >= end) return
    const fields = { flow: run.flowId, micros: sql<string>`sum(${run.cost})::text` }
    const inRange = and(gte(run.startedAt, new Date(start)), lt(run.startedAt, new Date(end)))
    add(await scope.select(run, fields, inRange).groupBy(run.flowId))
  }
  if (firstDay >= lastDay) {
    await ofRuns(from, to)
    return sums
  }
  await ofRuns(from, firstDay)
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const days = and(gte(runDay.day, day(firstDay)), lt(runDay.day, day(lastDay)))
  const fields = { flow: sql<string>`${runDay.flowId}`, micros: sql<string>`sum(${runDay.cost})::text` }
  add(await selectDays(scope, fields, days).groupBy(sql`1`))
  await ofRuns(lastDay, to)
  return sums
}
