/** A filter with AND and OR as it goes over the wire; apart from what checks one, which is large. */
import type { FilterGroup } from './filter-group.ts'
import { isRule, type Rule, type RuleGroup } from './filter.ts'

/** A group as it is sent and kept; `readGroup` of it is the same group again. */
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
