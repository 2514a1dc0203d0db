/** Serializes a filter with AND and OR; separate from its validation, which is large. */
import type { FilterGroup } from './filter-group.ts'
import { isRule, type Rule, type RuleGroup } from './filter.ts'

/** A group as it is sent and stored; `readGroup` is its inverse. */
export function writeGroup({ join, parts }: RuleGroup): FilterGroup {
  const rule = (one: Rule) => ({
    field: one.field.name,
    ...(one.operator === 'exact' ? {} : { operator: one.operator }),
    values: [...one.values],
  })
  return {
    [join]: parts.map((part) => (isRule(part) ? rule(part) : { [part.join]: part.parts.filter(isRule).map(rule) })),
  }
}
