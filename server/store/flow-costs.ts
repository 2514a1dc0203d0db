/** What flows cost in the last 30 days. */
import { gte, sql } from 'drizzle-orm'
import { runDay } from '#server/store/tables/run.ts'
import { costSince } from './flow-fields.ts'
import type { Scope } from './scope.ts'

/** Costs of all flows at once, joined only where the list is ordered by them. */
export const costsByFlow = (scope: Scope, now: Date) =>
  scope
    .select(
      runDay,
      { flowId: runDay.flowId, cost: sql<string>`sum(${runDay.cost})::int8`.as('cost') },
      gte(runDay.day, costSince(now)),
    )
    .groupBy(runDay.flowId)
    .as('costs')

/** By the cost of such a join. */
export const costOrder = sql`coalesce(costs.cost, 0)`
