/** Watched schedules of active flows, and what their runs usually take. */
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { UpcomingRun } from '#contract/runs/upcoming-runs.ts'
import { formatMicros } from '#lib/money/money.ts'
import { flow } from '#server/store/tables/flow.ts'
import { scheduleWatch } from '#server/store/tables/incident.ts'
import { runDay } from '#server/store/tables/run.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { costSince } from './flow-fields.ts'

/** Schedules of active flows whose next time is before `until`, soonest first; at most `limit`. */
export const schedulesBefore = (scope: Scope, until: Date, limit: number) =>
  scope
    .select(
      scheduleWatch,
      {
        flow: { id: flow.id, name: flow.name },
        nodeId: scheduleWatch.nodeId,
        cron: scheduleWatch.cron,
        zone: scheduleWatch.zone,
        dueAt: scheduleWatch.dueAt,
      },
      lt(scheduleWatch.dueAt, until),
    )
    .innerJoin(flow, scope.on(flow, and(eq(flow.id, scheduleWatch.flowId), eq(flow.status, 'active'))))
    .orderBy(scheduleWatch.dueAt, flow.id, scheduleWatch.nodeId)
    .limit(limit)

/** Mean duration and cost of the runs that schedules of these flows started and that succeeded, by flow. */
export async function usualScheduledRuns(
  scope: Scope,
  flows: readonly string[],
  now: Date,
): Promise<Map<string, NonNullable<UpcomingRun['usual']>>> {
  if (flows.length === 0) return new Map()
  const fields = {
    flowId: runDay.flowId,
    duration: sql<string>`(sum(${runDay.durationMs}) / sum(${runDay.runs}))::int8::text`,
    cost: sql<string>`(sum(${runDay.cost}) / sum(${runDay.runs}))::int8::text`,
  }
  const where = and(
    inArray(runDay.flowId, [...flows]),
    eq(runDay.trigger, 'schedule'),
    eq(runDay.status, 'succeeded'),
    eq(runDay.isTest, false),
    sql`${runDay.day} >= ${costSince(now)}::date`,
  )
  const rows = await scope.select(runDay, fields, where).groupBy(runDay.flowId)
  return new Map(
    rows.map(({ flowId, duration, cost }) => [
      flowId,
      { duration_ms: Number(duration), cost: formatMicros(BigInt(cost)) },
    ]),
  )
}
