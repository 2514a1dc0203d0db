/** Converts filters to SQL: a table maps each field to SQL, and operators are common to all fields. */
import { and, not, or, sql, type SQL } from 'drizzle-orm'
import { isRule, type FilterPart, type Rule } from '#contract/filter/filter.ts'
import { parseMicros } from '#lib/money/money.ts'
import { Fault } from '#server/base/fault.ts'
import { isSkipped, rangeOfText, type TimeRange } from '#lib/time/local-time.ts'
import { likePattern } from './search.ts'

/** SQL of a field. */
export interface FilterSource {
  /** The value; for a flag the condition itself, for a rank its index, unused for a search. */
  expression: SQL
  /** Texts are compared in lower case. */
  folded?: boolean
  /** Moves a condition to another table. */
  throughTable?: (condition: SQL) => SQL
  /** Full text: condition of a query. */
  search?: (question: string) => SQL
}

export interface FilterContext {
  /** Time zone of dates without a time. */
  zone: string
  /** Person that `me` refers to. */
  caller: string
}

export type FilterSources = (rule: Rule) => FilterSource

const array = (values: readonly string[], type: 'text' | 'int8') => sql`${sql.param([...values])}::${sql.raw(type)}[]`

/** Parses a boolean parameter. */
const isTrue = (value: string): boolean => value === 'true' || value === '1'

const requestedFlags = (rule: Rule) => new Set(rule.values.map(isTrue))

function isNull(source: FilterSource, rule: Rule): SQL {
  const flags = requestedFlags(rule)
  // Lower case of null is null, and an index on folded text knows only this form.
  const expression = source.folded ? sql`lower(${source.expression})` : source.expression
  if (flags.size > 1) return sql`true`
  return flags.has(true) ? sql`${expression} is null` : sql`${expression} is not null`
}

/** `not` also matches rows without a value. */
const negatable = (rule: Rule, expression: SQL, condition: SQL): SQL =>
  rule.operator === 'not' ? sql`(${expression} is null or ${not(condition)})` : condition

const anyOf = (conditions: SQL[]): SQL => or(...conditions) ?? sql`false`

function textCondition(rule: Rule, { expression, folded }: FilterSource): SQL {
  if (rule.operator === 'icontains')
    return anyOf(rule.values.map((value) => sql`${expression} ilike ${likePattern(value)}`))
  // The database folds both sides, because its lower case depends on its locale.
  const same = (value: string) => (folded ? sql`lower(${expression}) = lower(${value})` : sql`${expression} = ${value}`)
  return negatable(rule, expression, anyOf(rule.values.map(same)))
}

/** Ids, and reserved words: `me` is the caller, `none` is no value. */
function refCondition(rule: Rule, { expression }: FilterSource, { caller }: FilterContext): SQL {
  const word = (name: string) => rule.field.values.includes(name) && rule.values.includes(name)
  const ids = rule.values.filter((value) => !rule.field.values.includes(value))
  if (word('me')) ids.push(caller)
  const same = sql`${expression} = any(${array(ids, 'text')})`
  // If negated it must be false for null; unnegated, an index can be used.
  const known = ids.length === 0 ? sql`false` : rule.operator === 'not' ? sql`coalesce(${same}, false)` : same
  // Plain equality if possible: an index then serves both condition and order.
  if (rule.operator !== 'not' && !word('none') && ids.length === 1) return sql`${expression} = ${ids[0]}`
  const any = word('none')
    ? ids.length > 0
      ? sql`(${expression} is null or ${known})`
      : sql`${expression} is null`
    : known
  return rule.operator === 'not' ? sql`not (${any})` : any
}

const signs = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` } as const

function numberCondition(rule: Rule, { expression }: FilterSource, values: readonly string[]): SQL {
  const { operator } = rule
  const sign =
    operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte' ? signs[operator] : null
  if (sign) return anyOf(values.map((value) => sql`${expression} ${sign} ${value}::int8`))
  return negatable(rule, expression, sql`${expression} = any(${array(values, 'int8')})`)
}

function rankCondition(rule: Rule, source: FilterSource): SQL {
  const all = rule.field.values.map((_, rank) => String(rank))
  const named = rule.values.map((value) => String(rule.field.values.indexOf(value)))
  if (rule.operator !== 'not') return numberCondition(rule, source, named)
  // Every row has a rank, so negation becomes a list of the other ranks, for which an index can be used.
  const others = all.filter((rank) => !named.includes(rank))
  return sql`${source.expression} = any(${array(others, 'int8')})`
}

function invalidTimeFault({ place, field, operator }: Rule, message: string): Fault {
  const name = place ?? (operator === 'exact' ? field.name : `${field.name}__${operator}`)
  return new Fault('unknown_filter', name.includes('.') ? `${name}: ${message}` : message, {
    errors: { [name]: [message] },
  })
}

/** Time ranges matched by a rule, one per value. */
export function rangesOf(rule: Rule, zone: string): TimeRange[] {
  return rule.values.map((value) => {
    const range = rangeOfText(value, zone)
    if (!range)
      throw invalidTimeFault(rule, `"${value}" is not a date or time. Use 2026-11-01 or 2026-11-01T08:00:00Z.`)
    if (isSkipped(value, zone))
      throw invalidTimeFault(rule, `In ${zone} the clocks skipped ${value}. Use a time before or after.`)
    const { from, to } = range
    switch (rule.operator) {
      case 'gt':
        return { from: to, to: null }
      case 'gte':
        return { from, to: null }
      case 'lt':
        return { from: null, to: from }
      case 'lte':
        return { from: null, to }
      default:
        return { from, to }
    }
  })
}

/** Condition of one range. */
export const inRange = (expression: SQL, { from, to }: TimeRange): SQL =>
  and(
    from ? sql`${expression} >= ${from.toISOString()}::timestamptz` : undefined,
    to ? sql`${expression} < ${to.toISOString()}::timestamptz` : undefined,
  ) ?? sql`true`

function listCondition(rule: Rule, { expression }: FilterSource): SQL {
  if (rule.operator === 'isnull') {
    const flags = requestedFlags(rule)
    if (flags.size > 1) return sql`true`
    return flags.has(true) ? sql`${expression} = '{}'` : sql`${expression} <> '{}'`
  }
  const overlaps = sql`${expression} && ${array(rule.values, 'text')}`
  return rule.operator === 'not' ? sql`not (${overlaps})` : overlaps
}

function conditionOfRule(rule: Rule, source: FilterSource, context: FilterContext): SQL {
  const { expression } = source
  if (rule.field.type === 'list') return listCondition(rule, source)
  if (rule.operator === 'isnull') return isNull(source, rule)
  switch (rule.field.type) {
    case 'text':
    case 'choice':
      return textCondition(rule, source)
    case 'ref':
      return refCondition(rule, source, context)
    case 'flag': {
      const flags = requestedFlags(rule)
      return flags.size > 1 ? sql`true` : flags.has(true) ? expression : sql`not (${expression})`
    }
    case 'rank':
      return rankCondition(rule, source)
    case 'money':
      return numberCondition(
        rule,
        source,
        rule.values.map((value) => String(parseMicros(value) ?? 0n)),
      )
    case 'whole':
      return numberCondition(
        rule,
        source,
        rule.values.map((value) => BigInt(value).toString()),
      )
    case 'time':
      return anyOf(rangesOf(rule, context.zone).map((range) => inRange(expression, range)))
    case 'search':
      return anyOf(rule.values.map((value) => source.search?.(value) ?? sql`false`))
  }
}

function conditionOfPart(part: FilterPart, sources: FilterSources, context: FilterContext): SQL | undefined {
  if (!isRule(part)) {
    const conditions = part.parts.map((one) => conditionOfPart(one, sources, context))
    return part.join === 'and' ? and(...conditions) : or(...conditions)
  }
  const source = sources(part)
  const condition = conditionOfRule(part, source, context)
  return source.throughTable ? source.throughTable(condition) : condition
}

/** AND of all parts; undefined if there are none. 400 `unknown_filter` for an invalid time. */
export const filterCondition = (
  filter: readonly FilterPart[],
  sources: FilterSources,
  context: FilterContext,
): SQL | undefined => and(...filter.map((part) => conditionOfPart(part, sources, context)))
