/** Helpers for rule groups that every list needs, apart from the larger parser. Pure. */
import { isRule, type FilterPart, type Rule, type RuleGroup } from '#contract/filter/filter.ts'
import { writeGroup } from '#contract/filter/write-group.ts'

/** Name of the parameter for a filter with AND and OR. */
export const groupName = 'filter'

/** The parsed `filter=` parameters. */
export interface ReadGroups {
  /** Rules that can be written as separate parameters. */
  rules: readonly Rule[]
  group: RuleGroup | undefined
  refused: readonly { value: string; reason: string }[]
}

const isGroup = (part: FilterPart): part is RuleGroup => !isRule(part)
export const hasGroups = ({ parts }: RuleGroup): boolean => parts.some(isGroup)
export const groupsOf = (group: RuleGroup | undefined): RuleGroup[] => group?.parts.filter(isGroup) ?? []

/** All rules of a group, including nested groups. */
export const rulesWithin = (group: RuleGroup | undefined): Rule[] =>
  group?.parts.flatMap((part) => (isRule(part) ? [part] : part.parts.filter(isRule))) ?? []

/** The value of `filter=` for a group. */
export const groupText = (group: RuleGroup): string => JSON.stringify(writeGroup(group))
