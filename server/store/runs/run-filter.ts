/** Filters of runs, as conditions on `run` or, for the fields that they contain, on the daily totals. */
import { and, sql, type SQL } from 'drizzle-orm'
import { runFields } from '#contract/billing.ts'
import { isRule, type FilterPart } from '#contract/filter/filter.ts'
import type { Field } from '#contract/kernel/catalogue.ts'
import { columnSources, type FilterColumn } from '#server/store/query/columns.ts'
import { filterCondition, inRange, rangesOf, type FilterContext } from '#server/store/query/filter-sql.ts'
import type { TimeRange } from '#lib/time/local-time.ts'
import { run, runDay } from '#server/store/tables/run.ts'
import { runColumns } from './run-columns.ts'

const sourceOf = columnSources(runFields.fields, runColumns)

/** Columns of the daily totals, for the fields that they contain. */
const dayColumns: Readonly<Record<string, FilterColumn>> = Object.fromEntries(
  runFields.fields.flatMap(({ name }) => {
    const { day } = runColumns[name]
    return day ? [[name, { value: day }]] : []
  }),
)
const dayFields: readonly Field[] = runFields.fields.filter(({ name }) => name in dayColumns)
const daySourceOf = columnSources(dayFields, dayColumns)

const dayLength = 86_400_000
const isMidnight = (at: Date | null) => at === null || at.getTime() % dayLength === 0

/** A filter, split into time range and other rules. */
export interface RunFilter {
  /** All rules but those in `range`. */
  rules: readonly FilterPart[]
  /** Start time of the runs; null on both sides = any time. */
  range: TimeRange
}

const later = (a: Date | null, b: Date | null) => (a === null || (b !== null && b > a) ? b : a)
const earlier = (a: Date | null, b: Date | null) => (a === null || (b !== null && b < a) ? b : a)

/** Merges rules on the start time into one range if possible; others stay rules. */
export function readRunFilter(parts: readonly FilterPart[], zone: string): RunFilter {
  const rest: FilterPart[] = []
  let range: TimeRange = { from: null, to: null }
  for (const part of parts) {
    const isStart = isRule(part) && part.field.name === 'started_at' && part.operator !== 'isnull'
    const [only, ...others] = isStart ? rangesOf(part, zone) : []
    if (only && others.length === 0) range = { from: later(range.from, only.from), to: earlier(range.to, only.to) }
    else rest.push(part)
  }
  return { rules: rest, range }
}

export function runCondition({ rules, range }: RunFilter, context: FilterContext): SQL | undefined {
  const timed = range.from || range.to ? inRange(sql`${run.startedAt}`, range) : undefined
  return and(filterCondition(rules, sourceOf, context), timed)
}

/** The filter on the daily totals; null if they are not sufficient (another field, or part of a UTC day). */
export function runDayCondition(
  { rules, range }: RunFilter,
  context: FilterContext,
): { where: SQL | undefined } | null {
  if (!rules.every((part) => isRule(part) && part.field.name in dayColumns)) return null
  if (!isMidnight(range.from) || !isMidnight(range.to)) return null
  const day = (at: Date) => at.toISOString().slice(0, 10)
  return {
    where: and(
      filterCondition(rules, daySourceOf, context),
      range.from ? sql`${runDay.day} >= ${day(range.from)}` : undefined,
      range.to ? sql`${runDay.day} < ${day(range.to)}` : undefined,
    ),
  }
}
