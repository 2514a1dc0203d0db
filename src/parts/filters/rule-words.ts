/** How a rule reads: "Status · Open, Pending", "Waiting since · before 21 Nov, 13:30". Pure. */
import { isRule, type Rule, type RuleGroup } from '#contract/filter/filter.ts'
import { formatMoney } from '#lib/money/format-money.ts'
import { formatDuration, type TimeOptions } from '#lib/time/format-time.ts'
import type { CountOf } from './facet-counts.ts'
import { operatorChoiceOf } from './operator-choices.ts'
import { paramOf } from './rules.ts'
import { dayBefore, isDay, ruleTimeWords } from './rule-time.ts'

export interface WordsContext extends TimeOptions {
  /** ISO 4217, for amounts; null = as they were typed. */
  currency: string | null
  /** The name of what a field's id means, where it is known. */
  nameOf: (field: string, id: string) => string | undefined
  /** How many rows have a value, where that is counted. */
  countOf?: CountOf | undefined
}

/** More values than this are counted. */
const maxValues = 3

/** "timed_out" → "Timed out". */
const plainWord = (value: string): string => {
  const text = value.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The words that stand beside ids. */
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

/** What stands before the values: nothing where the values say it by themselves. */
function operatorWords(rule: Rule): string {
  const choice = operatorChoiceOf(rule)
  if (choice.operator === 'not') return 'not '
  return choice.operator === 'exact' ? '' : `${choice.words} `
}

/** The field of a rule, and what is asked of it. */
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
  /** What goes when the chip goes; its first one is what is edited. */
  rules: readonly Rule[]
  /** The group that it stands for. */
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

/** A chip a group. */
export const groupChips = (groups: readonly RuleGroup[], context: WordsContext): RuleChip[] =>
  groups.map((group, index) => groupChip(group, context, `group ${index}`))

/** The last day of a range of days; null where the rule ends none. */
function lastDay({ operator, values }: Rule): string | null {
  const [day = ''] = values
  if (!isDay(day)) return null
  return operator === 'lte' ? day : operator === 'lt' ? dayBefore(day) : null
}

/** A range of days as one chip: "Started 23 Oct – 21 Nov". Null where the two are none. */
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

/** A chip a rule, but one for both ends of a range of days. The search has a field of its own. */
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

/** "this filter", "these 4 filters": what has to be taken away to see more. */
export const countWords = (count: number): string => (count === 1 ? 'this filter' : `these ${count} filters`)
