/** Filters in URLs (docs/api.md, "Filters") and in requests. Pure. */
import type { Catalogue } from '#contract/kernel/catalogue.ts'
import { maxFilterRules, parseFilters, filterProblemsOf, type Rule, type RuleGroup } from '#contract/filter/filter.ts'
import type { FilterParams } from '#contract/kernel/endpoint.ts'
import type { RefusedFilter } from '#parts/lists/refused-filter-words.ts'
import { groupName, groupText, rulesWithin, type ReadGroups } from './group-parts.ts'

export interface Filters {
  rules: readonly Rule[]
  refused: readonly RefusedFilter[]
  /** The parsed `filter=`; only on pages that support groups. */
  group?: RuleGroup | undefined
}

export const noFilters: Filters = { rules: [], refused: [] }

/** Parameters of every list that are not filters; a page adds its own, such as "conversation". */
const listNames = ['limit', 'offset', 'page', 'page_size', 'cursor', 'ordering', 'count', 'tz'] as const

const noNames: ReadonlySet<string> = new Set()

/** Operators that take a single value; several values would mean OR, so only the least strict one would count. */
const comparing = new Set(['gt', 'gte', 'lt', 'lte', 'isnull'])

const isOneOnly = (rule: Rule): boolean => comparing.has(rule.operator) || rule.field.type === 'flag'

/** Whether a rule can be a separate parameter, where a comma separates values. A group can contain any rule. */
export function isFlat(rule: Rule): boolean {
  const { field, customKey, operator, values } = rule
  if (customKey?.includes('__') === true) return false
  if (field.type === 'search' || operator === 'icontains') return values.length === 1
  return (
    values.every((value) => value !== '' && value.trim() === value && !value.includes(',')) &&
    (values.length === 1 || !isOneOnly(rule))
  )
}

/** Name and value of a rule's parameter. */
export const paramOf = ({ field, operator, values }: Rule): [name: string, text: string] => [
  operator === 'exact' ? field.name : `${field.name}__${operator}`,
  values.join(','),
]

function readOne(catalogue: Catalogue, name: string, value: string): Rule | string {
  const { rules, errors } = parseFilters(catalogue, [[name, value]], noNames)
  const [rule] = rules
  if (rule === undefined) return Object.values(errors)[0]?.[0] ?? `There is no filter “${name}”.`
  return rule.values.length > 1 && isOneOnly(rule) ? `${rule.field.label} takes one value. Remove the comma.` : rule
}

/** Parser of groups. It is passed to `readRules`, since its code is large and most lists do not support groups. */
type GroupReader = (catalogue: Catalogue, texts: readonly string[], hasRules: boolean) => ReadGroups

const isSearch = (rule: Rule): boolean => rule.field.type === 'search'

/**
 * Reads the filters of a URL's query. `own` are the page's own parameters. A parameter without a value is ignored;
 * invalid ones are in `refused`, with the reason. `groups` parses `filter=` (`readGroups`), or is the message that
 * groups are not supported.
 */
export function readRules(
  catalogue: Catalogue,
  query: URLSearchParams,
  own: readonly string[] = [],
  groups: GroupReader | string = `There is no filter “${groupName}”.`,
): Filters {
  const reserved = new Set<string>([...listNames, ...own])
  const rules: Rule[] = []
  const refused: RefusedFilter[] = []
  const texts: string[] = []
  for (const [name, value] of query) {
    if (reserved.has(name) || value.trim() === '') continue
    if (name === groupName) {
      if (typeof groups === 'string') refused.push({ name, value, reason: groups })
      else texts.push(value)
      continue
    }
    const read =
      rules.length < maxFilterRules ? readOne(catalogue, name, value) : `Use at most ${maxFilterRules} filters.`
    if (typeof read === 'string') refused.push({ name, value, reason: read })
    else rules.push(read)
  }
  if (texts.length === 0 || typeof groups === 'string') return { rules, refused }
  const hasRules = rules.some((rule) => !isSearch(rule))
  const read = groups(catalogue, texts, hasRules)
  const all = { rules: [...rules, ...read.rules], group: read.group }
  const more = [...refused, ...read.refused.map((one) => ({ name: groupName, ...one }))]
  if (all.rules.length + rulesWithin(all.group).length <= maxFilterRules) return { ...all, refused: more }
  const reason = `Use at most ${maxFilterRules} filters.`
  return { rules, refused: [...refused, ...texts.map((value) => ({ name: groupName, value, reason }))] }
}

/** Returns `query`, which contains the page's own parameters, with the filters appended. */
export function writeRules({ rules, refused, group }: Filters, query = new URLSearchParams()): URLSearchParams {
  const written = new URLSearchParams(query)
  for (const rule of rules) written.append(...paramOf(rule))
  if (group !== undefined) written.append(groupName, groupText(group))
  for (const { name, value } of refused) written.append(name, value)
  return written
}

/** Request parameters of rules and groups: `call(conversation.list, { filters: paramsOf(filters), tz: zone })`. */
export const paramsOf = ({ rules, group }: Filters): FilterParams => ({
  ...filterParams(rules),
  ...(group === undefined ? {} : { [groupName]: groupText(group) }),
})

/** Whether there are no filters, not even invalid ones. */
export const isUnfiltered = ({ rules, group, refused }: Filters): boolean =>
  rules.length === 0 && group === undefined && refused.length === 0

/** Request parameters of rules: `call(conversation.list, { filters: filterParams(rules), tz: zone })`. */
export function filterParams(rules: readonly Rule[]): FilterParams {
  const params: Record<string, string[]> = {}
  for (const [name, text] of rules.map(paramOf)) (params[name] ??= []).push(text)
  return params
}

/** Why a rule cannot be sent, for example without a value; null if it can. */
export function problemOf(catalogue: Catalogue, rule: Rule): string | null {
  const [name, text] = paramOf(rule)
  if (rule.values.length === 0 || text.trim() === '') return 'Choose a value.'
  const read = readOne(catalogue, name, text)
  if (typeof read === 'string') return read
  return read.values.join('\n') === rule.values.map((value) => value.trim()).join('\n')
    ? null
    : 'A comma separates values. Remove it.'
}

/** Why a rule within a group cannot be sent; values may contain commas there. */
export const problemInGroup = (rule: Rule): string | null =>
  rule.values.every((value) => value.trim() === '')
    ? 'Choose a value.'
    : (filterProblemsOf(rule, rule.values)[0] ?? null)

/** The text of the full-text search; '' if there is none. */
export const searchOf = (rules: readonly Rule[]): string => rules.find(isSearch)?.values[0] ?? ''

/** The same filters with another search text. */
export function withSearch(catalogue: Catalogue, filters: Filters, text: string): Filters {
  const others = filters.rules.filter((rule) => !isSearch(rule))
  const field = catalogue.fields.find((one) => one.type === 'search')
  const search: Rule[] =
    field === undefined || text.trim() === '' ? [] : [{ field, customKey: null, operator: 'exact', values: [text] }]
  return { ...filters, rules: [...others, ...search] }
}
