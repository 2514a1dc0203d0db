/** Filters as they stand in a URL (API.md §4) and as they go to the service. Pure. */
import { maxFilterRules, parseFilters, type Catalogue, type Rule } from '#contract/filter.ts'
import type { FilterParams } from '#contract/kernel.ts'

/** A parameter of the URL that is no filter. It stays in the URL until it is removed, and is never sent. */
export interface RefusedFilter {
  name: string
  value: string
  /** A sentence. */
  why: string
}

export interface Filters {
  rules: readonly Rule[]
  refused: readonly RefusedFilter[]
}

export const noFilters: Filters = { rules: [], refused: [] }

/** Of every list; a page names its own ("conversation" = the one that is open) beside them. */
const listNames = ['limit', 'offset', 'page', 'page_size', 'cursor', 'ordering', 'count', 'tz'] as const

const noNames: ReadonlySet<string> = new Set()

/** Operators that compare with one value: several would be OR, which says nothing that the outermost does not. */
const comparing = new Set(['gt', 'gte', 'lt', 'lte', 'isnull'])

const isOneOnly = (rule: Rule): boolean => comparing.has(rule.operator) || rule.field.type === 'flag'

/** The parameter of a rule: name and text. */
export const paramOf = ({ field, operator, values }: Rule): [name: string, text: string] => [
  operator === 'exact' ? field.name : `${field.name}__${operator}`,
  values.join(','),
]

function readOne(catalogue: Catalogue, name: string, value: string): Rule | string {
  const { rules, errors } = parseFilters(catalogue, [[name, value]], noNames)
  const [rule] = rules
  if (rule === undefined) return Object.values(errors)[0]?.[0] ?? `There is no filter “${name}”.`
  return rule.values.length > 1 && isOneOnly(rule)
    ? `${rule.field.label} takes one value here, and a comma makes several.`
    : rule
}

/**
 * The filters of a URL's query. `own` are the page's own parameters. A parameter without a value counts as not given; what
 * is not understood is in `refused`, with the reason.
 */
export function readRules(catalogue: Catalogue, query: URLSearchParams, own: readonly string[] = []): Filters {
  const reserved = new Set<string>([...listNames, ...own])
  const rules: Rule[] = []
  const refused: RefusedFilter[] = []
  for (const [name, value] of query) {
    if (reserved.has(name) || value.trim() === '') continue
    const read =
      rules.length < maxFilterRules ? readOne(catalogue, name, value) : `Use at most ${maxFilterRules} filters.`
    if (typeof read === 'string') refused.push({ name, value, why: read })
    else rules.push(read)
  }
  return { rules, refused }
}

/** The query of a URL with these filters behind what is in `query` already: the page's own parameters. */
export function writeRules({ rules, refused }: Filters, query = new URLSearchParams()): URLSearchParams {
  const written = new URLSearchParams(query)
  for (const rule of rules) written.append(...paramOf(rule))
  for (const { name, value } of refused) written.append(name, value)
  return written
}

/** The rules as the service takes them: `call(conversation.list, { filters: filterParams(rules), tz: zone })`. */
export function filterParams(rules: readonly Rule[]): FilterParams {
  const params: Record<string, string[]> = {}
  for (const [name, text] of rules.map(paramOf)) (params[name] ??= []).push(text)
  return params
}

/** Why a rule cannot be sent, or null. A rule without a value is not finished. */
export function problemOf(catalogue: Catalogue, rule: Rule): string | null {
  const [name, text] = paramOf(rule)
  if (rule.values.length === 0 || text.trim() === '') return 'Choose a value.'
  const read = readOne(catalogue, name, text)
  if (typeof read === 'string') return read
  return read.values.join('\n') === rule.values.map((value) => value.trim()).join('\n')
    ? null
    : 'A comma would make several values of it.'
}

/** The text of the full-text search among the rules; it has a field of its own on the page. */
export const searchOf = (rules: readonly Rule[]): string =>
  rules.find((rule) => rule.field.type === 'search')?.values[0] ?? ''

/** The same filters with another text to search for. */
export function withSearch(catalogue: Catalogue, { rules, refused }: Filters, text: string): Filters {
  const others = rules.filter((rule) => rule.field.type !== 'search')
  const field = catalogue.fields.find((one) => one.type === 'search')
  const search: Rule[] =
    field === undefined || text.trim() === '' ? [] : [{ field, customKey: null, operator: 'exact', values: [text] }]
  return { rules: [...others, ...search], refused }
}
