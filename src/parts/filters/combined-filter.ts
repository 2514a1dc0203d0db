/** Combines rules and groups into a single group. Pure. */
import type { FilterGroup } from '#contract/filter/filter-group.ts'
import { isRule, type Rule } from '#contract/filter/filter.ts'
import { writeGroup } from '#contract/filter/write-group.ts'
import { hasGroups } from './group-parts.ts'
import type { Filters } from './rules.ts'

/**
 * All filters as one group, for saved views and bulk actions. Groups have at most two levels, so rules beside an OR of
 * groups are added to each of these groups.
 */
export function combinedFilter({ rules, group }: Pick<Filters, 'rules' | 'group'>): FilterGroup {
  if (group === undefined || group.join === 'and')
    return writeGroup({ join: 'and', parts: [...rules, ...(group?.parts ?? [])] })
  if (rules.length === 0) return writeGroup(group)
  if (!hasGroups(group)) return writeGroup({ join: 'and', parts: [...rules, group] })
  const alternatives = group.parts.flatMap((part): (readonly Rule[])[] =>
    isRule(part)
      ? [[part]]
      : part.join === 'and'
        ? [part.parts.filter(isRule)]
        : part.parts.filter(isRule).map((one) => [one]),
  )
  return writeGroup({ join: 'or', parts: alternatives.map((parts) => ({ join: 'and', parts: [...rules, ...parts] })) })
}

interface WireFilter {
  field?: string | undefined
  operator?: string | undefined
  values?: readonly string[] | undefined
  and?: readonly WireFilter[] | undefined
  or?: readonly WireFilter[] | undefined
}

function canonical({ field, operator = 'exact', values = [], and, or }: WireFilter): string {
  const parts = and ?? or
  if (parts === undefined) return JSON.stringify([field, operator === 'in' ? 'exact' : operator, values.toSorted()])
  return `${and ? 'and' : 'or'}(${parts.map(canonical).toSorted().join()})`
}

/** Whether two filters are equal, regardless of the order of their parts. */
export const isSameFilter = (one: FilterGroup, other: FilterGroup): boolean => canonical(one) === canonical(other)
