/**
 * Count of a list: exact up to a limit, beyond it the planner's estimate, marked "about", unless `count=exact` is
 * requested. Estimates are cached briefly, so that most reads of a long list need no count.
 */
import { PgDialect } from 'drizzle-orm/pg-core'
import { getTableName, sql, type SQL } from 'drizzle-orm'
import type { OwnedTable, Scope } from '#server/store/db/scope.ts'

/** Limit of exact counts (docs/api.md, "Paging"). */
const exactCountLimit = 10_000
/** Lifetime of a cached estimate in ms. */
const estimateAge = 30_000
/** Maximum number of cached estimates; each takes a few hundred bytes. */
const maxEstimates = 2_000

export interface CountRequest {
  scope: Scope
  table: OwnedTable
  where: SQL | undefined
  exact: boolean
  /** The rows matched by `where`, in a form that is cheaper to count. */
  rows?: SQL | undefined
  /** A maintained total, if there is one; else the planner's estimate is used. */
  estimate?: (() => Promise<number>) | undefined
}

const estimates = new Map<string, { count: number; at: number }>()
const dialect = new PgDialect()

function keyOf({ scope, table, where }: CountRequest): string {
  if (where === undefined) return `${getTableName(table)} ${scope.account}`
  const { sql: text, params } = dialect.sqlToQuery(sql`${table} ${scope.on(table, where)}`)
  return JSON.stringify([text, params])
}

function cachedEstimate(counting: CountRequest): number | null {
  const key = keyOf(counting)
  const cached = estimates.get(key)
  if (cached && Date.now() - cached.at < estimateAge) return cached.count
  estimates.delete(key)
  return null
}

/** Whether the page's statement includes the count: not if an estimate is cached or `count=exact` is requested. */
export const includesTotal = (counting: CountRequest): boolean => !counting.exact && cachedEstimate(counting) === null

const rowsOf = ({ scope, table, where, rows }: CountRequest): SQL => rows ?? scope.rows(table, where)

/** The count as a field of the page's statement. */
export const totalField = (counting: CountRequest): SQL<number | null> =>
  sql<
    number | null
  >`(select count(*)::int from (${rowsOf(counting)} limit ${sql.raw(String(exactCountLimit + 1))}) as counted)`

/** Count of the list. `total`: the count in the rows of the page; null = no rows, or the rows have no count. */
export async function countOf(
  counting: CountRequest,
  total: number | null,
): Promise<{ count: number; count_is?: 'about' }> {
  const { scope, table, where } = counting
  if (counting.exact) return { count: await scope.count(table, where) }
  if (total === 0) return { count: 0 }
  const cached = cachedEstimate(counting)
  if (cached !== null) return { count: cached, count_is: 'about' }
  const found = total ?? (await scope.countRows(rowsOf(counting), exactCountLimit + 1))
  if (found <= exactCountLimit) return { count: found }
  // The planner's estimate may be lower than the rows already seen.
  const count = Math.max(found, await (counting.estimate?.() ?? scope.estimate(table, where)))
  if (estimates.size >= maxEstimates)
    for (const first of [...estimates.keys()].slice(0, maxEstimates / 2)) estimates.delete(first)
  estimates.set(keyOf(counting), { count, at: Date.now() })
  return { count, count_is: 'about' }
}
