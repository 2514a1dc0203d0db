/** Groups of rules, as far as every list needs to know of them. Pure. */
import { isRule, type FilterPart, type Rule, type RuleGroup } from '#contract/filter/filter.ts'
import { writeGroup } from '#contract/filter/write-group.ts'

/** The parameter that holds a filter with AND and OR. */
export const groupName = 'filter'

/** What `filter=` comes to. */
export interface ReadGroups {
  /** Rules that stand flat just as well. */
  rules: readonly Rule[]
  group: RuleGroup | undefined
  refused: readonly { value: string; why: string }[]
}

const isGroup = (part: FilterPart): part is RuleGroup => !isRule(part)
export const hasGroups = ({ parts }: RuleGroup): boolean => parts.some(isGroup)
export const groupsOf = (group: RuleGroup | undefined): RuleGroup[] => group?.parts.filter(isGroup) ?? []

/** Every rule of a group, those of its groups included. */
export const rulesWithin = (group: RuleGroup | undefined): Rule[] =>
  group?.parts.flatMap((part) => (isRule(part) ? [part] : part.parts.filter(isRule))) ?? []

/** `filter=` of a group: it is read as the same group again. */
export const groupText = (group: RuleGroup): string => JSON.stringify(writeGroup(group))
