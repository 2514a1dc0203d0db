/** Serializes a filter with AND and OR; separate from its validation, which is large. */
import type { FilterGroup } from './filter-group.ts'
import { isRule, type Rule, type RuleGroup } from './filter.ts'

/** The JSON of a group, as sent and stored; `readGroup` is the inverse. */
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
