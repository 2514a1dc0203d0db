/** Display texts of rules: "Status · Open, Pending", "Waiting since · before 21 Nov, 13:30". Pure. */
import { isRule, type Rule, type RuleGroup } from '#contract/filter/filter.ts'
import { formatMoney } from '#lib/money/format-money.ts'
import { formatDuration, type TimeOptions } from '#lib/time/format-time.ts'
import type { CountOf } from './facet-counts.ts'
import { operatorChoiceOf } from './operator-choices.ts'
import { paramOf } from './rules.ts'
import { dayBefore, isDay, ruleTimeWords } from './rule-time.ts'

export interface WordsContext extends TimeOptions {
  /** ISO 4217 code, for amounts; null = amounts are shown as typed. */
  currency: string | null
  /** The name of an id; undefined if unknown. */
  nameOf: (field: string, id: string) => string | undefined
  /** Number of rows with a value; undefined if not counted. */
  countOf?: CountOf | undefined
}

/** Number of values listed before "2 more"; a single further value is listed, too. */
const maxValues = 3

/** Display text of a plain value: "timed_out" → "Timed out". */
const plainWord = (value: string): string => {
  const text = value.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Display text of values that are not ids, such as "me". */
const refWord = (field: string, value: string): string =>
  value === 'me' ? 'Me' : value === 'none' && field === 'assignee' ? 'Unassigned' : plainWord(value)

export const isDuration = (rule: Rule): boolean => rule.field.type === 'whole' && rule.field.name.endsWith('_ms')

const textWords = ({ field, operator }: Rule, value: string): string =>
  operator === 'icontains' ? `“${value}”` : field.values.includes(value) ? plainWord(value) : value

/** Display text of one value. */
export function valueWords(rule: Rule, value: string, context: WordsContext): string {
  const { field } = rule
  switch (field.type) {
    case 'choice':
    case 'rank':
      return plainWord(value)
    case 'ref':
      return field.values.includes(value) ? refWord(field.name, value) : (context.nameOf(field.name, value) ?? value)
    case 'flag':
      return value === 'true' || value === '1' ? 'yes' : 'no'
    case 'time':
      return ruleTimeWords(value, context)
    case 'money':
      return context.currency === null ? value : formatMoney(value, context.currency, context.locale)
    case 'whole':
      return isDuration(rule) ? formatDuration(Number(value)) : value
    default:
      return textWords(rule, value)
  }
}

/** Text of the operator before the values; empty for `exact`: "is", "is any of", "on". */
function operatorWords(rule: Rule): string {
  const choice = operatorChoiceOf(rule)
  if (choice.operator === 'not') return 'not '
  return choice.operator === 'exact' ? '' : `${choice.words} `
}

/** Label of a rule's field, and the text of its operator and values. */
export function ruleWords(rule: Rule, context: WordsContext): { label: string; value: string } {
  const label = rule.field.label
  const choice = operatorChoiceOf(rule)
  if (choice.valueCount === 'none') return { label, value: choice.words }
  const words = rule.values.map((value) => valueWords(rule, value, context))
  const more = words.length - maxValues
  const shown = more > 1 ? [...words.slice(0, maxValues), `${more} more`] : words
  return { label, value: `${operatorWords(rule)}${shown.join(', ')}` }
}

export interface RuleChip {
  key: string
  label: string
  value: string
  /** The rules that the chip represents; a click edits the first one. */
  rules: readonly Rule[]
  /** The group that the chip represents. */
  group?: RuleGroup
}

export const joinWords = { and: 'All of', or: 'Any of' } as const

/** Chip of a group: "Any of · Priority at least High, or Contract tier Gold". */
function groupChip(group: RuleGroup, context: WordsContext, key: string): RuleChip {
  const words = group.parts.filter(isRule).map((rule) => {
    const { label, value } = ruleWords(rule, context)
    return `${label} ${value}`
  })
  const value = words.join(group.join === 'or' ? ', or ' : ', and ')
  return { key, label: joinWords[group.join], value, rules: [], group }
}

/** One chip per group. */
export const groupChips = (groups: readonly RuleGroup[], context: WordsContext): RuleChip[] =>
  groups.map((group, index) => groupChip(group, context, `group ${index}`))

/** The last day of a date range; null if the rule is not the end of one. */
function lastDay({ operator, values }: Rule): string | null {
  const [day = ''] = values
  if (!isDay(day)) return null
  return operator === 'lte' ? day : operator === 'lt' ? dayBefore(day) : null
}

/** Chip of a date range: "Started 23 Oct – 21 Nov"; null if the two rules do not form a range. */
function rangeChip(from: Rule, to: Rule, context: WordsContext): RuleChip | null {
  const [first = ''] = from.values
  const last = lastDay(to)
  if (from.operator !== 'gte' || !isDay(first) || last === null || last < first) return null
  const value =
    first === last ? ruleTimeWords(first, context) : [first, last].map((day) => ruleTimeWords(day, context)).join(' – ')
  return {
    key: [from, to].map((rule) => paramOf(rule).join('=')).join('&'),
    label: from.field.label,
    value,
    rules: [from, to],
  }
}

/** One chip per rule or date range, without the search. */
export function chipsOf(rules: readonly Rule[], context: WordsContext): RuleChip[] {
  const left = rules.filter((rule) => rule.field.type !== 'search')
  const chips: RuleChip[] = []
  while (left.length > 0) {
    const rule = left.shift()
    if (rule === undefined) break
    const partner = left.find((other) => other.field.type === 'time' && other.field.name === rule.field.name)
    const range = partner && (rangeChip(rule, partner, context) ?? rangeChip(partner, rule, context))
    if (range) left.splice(left.indexOf(partner), 1)
    chips.push(
      range ?? { key: `${chips.length} ${paramOf(rule).join('=')}`, ...ruleWords(rule, context), rules: [rule] },
    )
  }
  return chips
}

/** Text for a number of filters: "this filter", "these 4 filters". */
export const countWords = (count: number): string => (count === 1 ? 'this filter' : `these ${count} filters`)
