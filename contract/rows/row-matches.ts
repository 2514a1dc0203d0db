/** Whether a row matches a filter, by the grammar of contract/filter/filter.ts, on values of the contract. Pure. */
import type { FieldType } from '#contract/kernel/catalogue.ts'
import type { Rule } from '#contract/filter/filter.ts'
import type { Noun } from '#contract/kernel/endpoint.ts'
import { rangeOfText } from '#lib/time/local-time.ts'
import { parseMicros } from '#lib/money/money.ts'
import { rowValue, searchedTexts, type FilterableRow } from './row-value.ts'

/** "unknown" if the row lacks the field, or only the service can tell (who "me" is). */
export type Match = 'yes' | 'no' | 'unknown'

const matchOf = (isMatch: boolean): Match => (isMatch ? 'yes' : 'no')

/** Maximum words of a search; further ones are ignored. */
const maxWords = 10

function searchMatch(noun: Noun, row: FilterableRow, text: string): Match {
  const words = text.normalize('NFC').toLowerCase().split(/\s+/)
  const texts = searchedTexts(noun, row)
  return matchOf(words.slice(0, maxWords).every((word) => texts.includes(word)))
}

const isTrue = (text: string): boolean => text === 'true' || text === '1'

function flagMatch(value: unknown, values: readonly string[]): Match {
  const flag = typeof value === 'number' ? value > 0 : value
  return typeof flag === 'boolean' ? matchOf(values.some((one) => isTrue(one) === flag)) : 'unknown'
}

type Sign = (a: bigint, b: bigint) => boolean
const signs: Partial<Record<Rule['operator'], Sign>> = {
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
}

function orderedMatch({ operator, values }: Rule, at: bigint | null, read: (text: string) => bigint | null): Match {
  if (at === null) return 'unknown'
  const sign = signs[operator] ?? ((a: bigint, b: bigint) => a === b)
  const isMatch = values.some((text) => {
    const bound = read(text)
    return bound !== null && sign(at, bound)
  })
  return matchOf(operator === 'not' ? !isMatch : isMatch)
}

const integerOf = (text: string): bigint | null => (/^-?\d+$/.test(text) ? BigInt(text) : null)

function timeMatch({ operator, values }: Rule, value: unknown, zone: string): Match {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) return 'unknown'
  const isMatch = values.some((text) => {
    const range = rangeOfText(text, zone)
    if (range === null) return false
    const [from, to] = [range.from.getTime(), range.to.getTime()]
    if (operator === 'gt') return at >= to
    if (operator === 'gte') return at >= from
    if (operator === 'lt') return at < from
    if (operator === 'lte') return at < to
    return at >= from && at < to
  })
  return matchOf(isMatch)
}

function textMatch({ operator, values }: Rule, value: unknown): Match {
  if (typeof value !== 'string' && typeof value !== 'number') return 'unknown'
  const text = `${value}`.toLowerCase()
  const isMatch =
    operator === 'icontains'
      ? text.includes(values.join(',').toLowerCase())
      : values.some((one) => one.toLowerCase() === text)
  return matchOf(operator === 'not' ? !isMatch : isMatch)
}

function refMatch({ field, operator, values }: Rule, value: unknown): Match {
  const ids = values.filter((one) => !field.values.includes(one))
  const isMatch = value === null ? values.includes('none') : ids.some((one) => one === value)
  // Only the service knows who "me" is.
  if (!isMatch && values.includes('me')) return 'unknown'
  return matchOf(operator === 'not' ? !isMatch : isMatch)
}

function listMatch({ operator, values }: Rule, value: unknown): Match {
  if (!Array.isArray(value)) return 'unknown'
  if (operator === 'isnull') return matchOf(values.some((one) => isTrue(one) === (value.length === 0)))
  const isMatch = value.some((one) => values.includes(String(one)))
  return matchOf(operator === 'not' ? !isMatch : isMatch)
}

function rankMatch(rule: Rule, value: unknown): Match {
  const { values } = rule.field
  const at = typeof value === 'string' ? values.indexOf(value) : -1
  return orderedMatch(rule, at === -1 ? null : BigInt(at), (text) => BigInt(values.indexOf(text)))
}

/** Comparison of a present value with a rule, by the type of its field; all other types are compared as texts. */
const matchers: Partial<Record<FieldType, (rule: Rule, value: unknown, zone: string) => Match>> = {
  flag: ({ values }, value) => flagMatch(value, values),
  rank: rankMatch,
  money: (rule, value) => orderedMatch(rule, typeof value === 'string' ? parseMicros(value) : null, parseMicros),
  whole: (rule, value) => orderedMatch(rule, Number.isSafeInteger(value) ? BigInt(Number(value)) : null, integerOf),
  time: timeMatch,
}

/** Whether a row matches one rule. `zone` = time zone for dates without a time. */
export function rowMatches(noun: Noun, row: FilterableRow, rule: Rule, zone: string): Match {
  const { field, operator, values, customKey } = rule
  if (field.type === 'search') return searchMatch(noun, row, values.join(' '))
  const value = rowValue(noun, row, field.name, customKey)
  if (value === undefined) return 'unknown'
  if (field.type === 'list') return listMatch(rule, value)
  if (operator === 'isnull') return matchOf(values.some((one) => isTrue(one) === (value === null)))
  if (field.type === 'ref') return refMatch(rule, value)
  // Null equals no value and is in no range.
  if (value === null) return matchOf(operator === 'not')
  return (matchers[field.type] ?? textMatch)(rule, value, zone)
}
