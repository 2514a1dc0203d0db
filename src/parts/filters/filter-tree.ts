/** Filters as a tree for the builder: rules and groups, joined by "and" or "or". Pure. */
import { isRule, type Rule, type RuleGroup } from '#contract/filter/filter.ts'
import { groupsOf } from './group-parts.ts'
import type { RuleChip } from './rule-words.ts'
import { isFlat, noFilters, writeRules, type Filters } from './rules.ts'

/** Limits of the service: `group_limits` of `GET /conversation/fields/`. */
export interface GroupLimits {
  groups: number
  rules: number
}

export interface FilterTree {
  join: 'and' | 'or'
  /** Rules without the search, which has a separate field and always applies. */
  rules: readonly Rule[]
  groups: readonly RuleGroup[]
}

const isSearch = (rule: Rule): boolean => rule.field.type === 'search'

export function treeOf({ rules, group }: Filters): FilterTree {
  const flat = rules.filter((rule) => !isSearch(rule))
  const groups = groupsOf(group)
  if (group?.join !== 'or') return { join: 'and', rules: flat, groups }
  return { join: 'or', rules: group.parts.filter(isRule), groups }
}

/** Replaces the tree of filters; search and invalid parameters are kept. */
export function withTree(filters: Filters, { join, rules, groups }: FilterTree): Filters {
  const search = filters.rules.filter(isSearch)
  const nonEmptyGroups = groups.filter(({ parts }) => parts.length > 0)
  // A single rule means the same with AND and OR, so it is written flat.
  if (join === 'or' && rules.length + nonEmptyGroups.length > 1)
    return { ...filters, rules: search, group: { join, parts: [...rules, ...nonEmptyGroups] } }
  const singleRuleGroups = rules
    .filter((rule) => !isFlat(rule))
    .map((rule): RuleGroup => ({ join: 'and', parts: [rule] }))
  const parts = [...singleRuleGroups, ...nonEmptyGroups]
  return {
    ...filters,
    rules: [...rules.filter(isFlat), ...search],
    group: parts.length > 0 ? { join: 'and', parts } : undefined,
  }
}

/** Text of a tree; equal texts mean equal filters. */
export const treeText = (tree: FilterTree): string => String(writeRules(withTree(noFilters, tree)))

export function withoutChip(filters: Filters, chip: RuleChip): Filters {
  const tree = treeOf(filters)
  return withTree(filters, {
    ...tree,
    rules: tree.rules.filter((rule) => !chip.rules.includes(rule)),
    groups: tree.groups.filter((group) => group !== chip.group),
  })
}
