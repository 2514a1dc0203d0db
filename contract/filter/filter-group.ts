/**
 * Filters with AND and OR (docs/api.md, "Filters"): `{"and" | "or": [rule | group]}`, up to two levels. Used by the
 * query parameter `filter`, saved views and bulk changes.
 */
import { z } from 'zod'
import { operators, type Catalogue } from '#contract/kernel/catalogue.ts'
import {
  headOf,
  maxFilterRules,
  maxFilterValue,
  maxFilterValues,
  filterProblemsOf,
  type FilterPart,
  type Rule,
  type RuleGroup,
} from './filter.ts'

/** Maximum number of groups in the outermost group. */
const maxFilterGroups = 10
/** Maximum length of a field name: `cf.` and a key. */
const maxFieldName = 210
/** Maximum number of parts of one group, which may hold all rules and groups of the filter. */
const maxParts = maxFilterRules + maxFilterGroups

/** A rule: any of its `values` must match. For `isnull` and flags: "true" or "false". */
const leaf = {
  field: z.string().min(1).max(maxFieldName),
  /** Default: "exact". */
  operator: z.enum(operators).optional(),
  values: z.array(z.string().max(maxFilterValue)).min(1).max(maxFilterValues),
}
const Leaf = z.strictObject(leaf)
/** A rule (`field`, `values`) or a group (`and` or `or`): one schema, so that each error has its own path. */
const Part = z.strictObject({
  ...z.strictObject(leaf).partial().shape,
  and: z.array(Leaf).max(maxParts).optional(),
  or: z.array(Leaf).max(maxParts).optional(),
})
/** The outermost group; `{"and": []}` matches everything. */
export const FilterGroup = z.strictObject({
  and: z.array(Part).max(maxParts).optional(),
  or: z.array(Part).max(maxParts).optional(),
})
export type FilterGroup = z.infer<typeof FilterGroup>
type Part = z.infer<typeof Part>

/** Limits of filter groups, published by `GET /conversation/fields/`. */
export const groupLimits = {
  depth: 2,
  groups: maxFilterGroups,
  rules: maxFilterRules,
  values: maxFilterValues,
} as const

export interface ReadGroup {
  group: RuleGroup
  /** Messages by path: "filter.and.2.or.0.values.3". */
  errors: Record<string, string[]>
}

interface Reading {
  catalogue: Catalogue
  errors: Record<string, string[]>
  rules: number
  groups: number
}

/** Rejected in names and values: NUL, lone surrogates and the replacement character of broken UTF-8. */
const noText = /[\0\uFFFD]|\p{Surrogate}/u

function readRule(reading: Reading, part: Part, place: string): Rule[] {
  const { catalogue, errors } = reading
  const add = (where: string, message: string) => {
    errors[where] = [...(errors[where] ?? []), message]
  }
  const { field: name, operator = 'exact', values } = part
  reading.rules += 1
  if (name === undefined) add(`${place}.field`, 'Give a field, or "and" or "or" for a group.')
  if (values === undefined) add(`${place}.values`, 'Give a value or remove the rule.')
  if (name === undefined || values === undefined) return []
  if (noText.test(name)) {
    add(`${place}.field`, 'This contains invalid characters.')
    return []
  }
  const head = headOf(catalogue, name, operator)
  if (head === null) {
    add(`${place}.field`, `There is no filter “${name}”.`)
    return []
  }
  if (typeof head === 'string') {
    add(`${place}.operator`, head)
    return []
  }
  for (const [index, value] of values.entries()) {
    const problem = noText.test(value) ? 'This contains invalid characters.' : filterProblemsOf(head, [value])[0]
    if (problem !== undefined) add(`${place}.values.${index}`, problem)
  }
  return [{ ...head, values, place: `${place}.values` }]
}

function readParts(reading: Reading, group: FilterGroup, place: string, isOutermost: boolean): RuleGroup {
  const { errors } = reading
  const join = group.or === undefined ? 'and' : 'or'
  if ((group.and === undefined) === (group.or === undefined)) {
    errors[place] = ['Use either "and" or "or" in a group.']
    return { join, parts: [] }
  }
  const sent = group[join] ?? []
  if (sent.length === 0 && !(isOutermost && join === 'and'))
    errors[`${place}.${join}`] = ['Add a rule to the group or remove the group.']
  const parts = sent.flatMap((part: Part, index): FilterPart[] => {
    const at = `${place}.${join}.${index}`
    if (part.and === undefined && part.or === undefined) return readRule(reading, part, at)
    if (part.field !== undefined || part.values !== undefined || part.operator !== undefined) {
      errors[at] = ['Give either a rule or a group, not both.']
      return []
    }
    reading.groups += 1
    return [readParts(reading, part, at, false)]
  })
  return { join, parts }
}

/**
 * Checks a group against a catalogue. Nothing is dropped silently: `errors` names every unknown part by its path, which
 * begins with `place`, the parameter or field that holds the group.
 */
export function readGroup(catalogue: Catalogue, sent: FilterGroup, place = 'filter'): ReadGroup {
  const reading: Reading = { catalogue, errors: Object.create(null), rules: 0, groups: 0 }
  const group = readParts(reading, sent, place, true)
  if (reading.rules > maxFilterRules)
    reading.errors[place] = [`Use at most ${maxFilterRules} rules, not ${reading.rules}.`]
  if (reading.groups > maxFilterGroups)
    reading.errors[place] = [`Use at most ${maxFilterGroups} groups, not ${reading.groups}.`]
  return { group, errors: reading.errors }
}
