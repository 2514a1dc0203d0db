/** SQL of each field in the run catalogue, for `run` and – if available there – the daily totals. */
import { and, sql, type SQL } from 'drizzle-orm'
import { isRule, type FilterPart } from '#contract/filter/filter.ts'
import {
  filterCondition,
  inRange,
  rangesOf,
  type FilterContext,
  type FilterSource,
  type FilterSources,
} from '#server/store/query/filter-sql.ts'
import type { TimeRange } from '#lib/time/local-time.ts'
import { run, runDay } from '#server/store/tables/run.ts'
import { likePattern } from '#server/store/query/search-words.ts'

const text = (question: string): SQL => {
  const pattern = likePattern(question)
  const places = [run.flowName, run.id, run.errorMessage, run.errorCode, run.channelName]
  return sql`(${sql.join(
    places.map((place) => sql`${place} ilike ${pattern}`),
    sql` or `,
  )})`
}

const sources: Readonly<Record<string, FilterSource>> = {
  flow: { expression: sql`${run.flowId}` },
  status: { expression: sql`${run.status}` },
  trigger: { expression: sql`${run.trigger}` },
  channel: { expression: sql`${run.channelId}` },
  conversation: { expression: sql`${run.conversationId}` },
  is_test: { expression: sql`${run.isTest}` },
  started_at: { expression: sql`${run.startedAt}` },
  cost: { expression: sql`${run.cost}` },
  duration_ms: { expression: sql`${run.durationMs}` },
  error_code: { expression: sql`${run.errorCode}` },
  kind: { expression: sql`array(select jsonb_array_elements(${run.costBreakdown}) ->> 'kind')` },
  q: { expression: sql`true`, search: text },
}

const daySources: Readonly<Record<string, FilterSource>> = {
  flow: { expression: sql`${runDay.flowId}` },
  status: { expression: sql`${runDay.status}` },
  trigger: { expression: sql`${runDay.trigger}` },
  channel: { expression: sql`nullif(${runDay.channelId}, '')` },
  is_test: { expression: sql`${runDay.isTest}` },
}

/** Throws for a field without an entry, which is a programming error. */
const from =
  (table: Readonly<Record<string, FilterSource>>): FilterSources =>
  ({ field }) => {
    const source = table[field.name]
    if (!source) throw new Error(`The filter ${field.name} has no column.`)
    return source
  }

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
  return and(filterCondition(rules, from(sources), context), timed)
}

/** The same filter on the daily totals; null if they are not sufficient (another field, or part of a UTC day). */
export function runDayCondition(
  { rules, range }: RunFilter,
  context: FilterContext,
): { where: SQL | undefined } | null {
  if (!rules.every((part) => isRule(part) && part.field.name in daySources)) return null
  if (!isMidnight(range.from) || !isMidnight(range.to)) return null
  const day = (at: Date) => at.toISOString().slice(0, 10)
  return {
    where: and(
      filterCondition(rules, from(daySources), context),
      range.from ? sql`${runDay.day} >= ${day(range.from)}` : undefined,
      range.to ? sql`${runDay.day} < ${day(range.to)}` : undefined,
    ),
  }
}
