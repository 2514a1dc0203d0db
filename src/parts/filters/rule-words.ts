/** Rules in words: "Status · Open, Pending", "Waiting since · before 21 Nov, 13:30". Pure. */
import { isRule, type Rule, type RuleGroup } from '#contract/filter/filter.ts'
import { formatMoney } from '#lib/money/format-money.ts'
import { formatDuration, type TimeOptions } from '#lib/time/format-time.ts'
import type { CountOf } from './facet-counts.ts'
import { operatorChoiceOf } from './operator-choices.ts'
import { paramOf } from './rules.ts'
import { dayBefore, isDay, ruleTimeWords } from './rule-time.ts'

export interface WordsContext extends TimeOptions {
  /** ISO 4217, for amounts; null = as typed. */
  currency: string | null
  /** The name of an id, if known. */
  nameOf: (field: string, id: string) => string | undefined
  /** Number of rows with a value, if counted. */
  countOf?: CountOf | undefined
}

/** Maximum values that are listed; more are counted. */
const maxValues = 3

/** "timed_out" → "Timed out". */
const plainWord = (value: string): string => {
  const text = value.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Words for values that are not ids. */
const refWord = (field: string, value: string): string =>
  value === 'me' ? 'Me' : value === 'none' && field === 'assignee' ? 'Unassigned' : plainWord(value)

export const isDuration = (rule: Rule): boolean => rule.field.type === 'whole' && rule.field.name.endsWith('_ms')

const textWords = ({ field, operator }: Rule, value: string): string =>
  operator === 'icontains' ? `“${value}”` : field.values.includes(value) ? plainWord(value) : value

/** One value in words. */
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

/** The operator before the values; empty if it is evident. */
function operatorWords(rule: Rule): string {
  const choice = operatorChoiceOf(rule)
  if (choice.operator === 'not') return 'not '
  return choice.operator === 'exact' ? '' : `${choice.words} `
}

/** The field of a rule, and its operator with values. */
export function ruleWords(rule: Rule, context: WordsContext): { label: string; value: string } {
  const label = rule.field.label
  const choice = operatorChoiceOf(rule)
  if (choice.takes === 'none') return { label, value: choice.words }
  const words = rule.values.map((value) => valueWords(rule, value, context))
  const more = words.length - maxValues
  const shown = more > 1 ? [...words.slice(0, maxValues), `${more} more`] : words
  return { label, value: `${operatorWords(rule)}${shown.join(', ')}` }
}

export interface RuleChip {
  key: string
  label: string
  value: string
  /** The rules that the chip removes; the first one is edited. */
  rules: readonly Rule[]
  /** The group of the chip. */
  group?: RuleGroup
}

export const joinWords = { and: 'All of', or: 'Any of' } as const

/** "Any of · Priority at least High, or Contract tier Gold". */
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

/** The last day of a date range; null if the rule is not its end. */
function lastDay({ operator, values }: Rule): string | null {
  const [day = ''] = values
  if (!isDay(day)) return null
  return operator === 'lte' ? day : operator === 'lt' ? dayBefore(day) : null
}

/** A date range as one chip: "Started 23 Oct – 21 Nov". Null if the two rules do not form one. */
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

/** One chip per rule, or per date range. The search has a field of its own. */
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

/** "this filter", "these 4 filters": what has to be removed to see more. */
export const countWords = (count: number): string => (count === 1 ? 'this filter' : `these ${count} filters`)
