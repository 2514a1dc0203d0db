/** Drafts of rules in the builder, which may be incomplete. Pure. */
import { field as fieldOf, type Catalogue, type Field } from '#contract/kernel/catalogue.ts'
import { isRule, type Rule, type RuleGroup } from '#contract/filter/filter.ts'
import { firstChoice, withChoice } from './operator-choices.ts'
import type { FilterTree } from './filter-tree.ts'
import { paramOf, problemInGroup, problemOf } from './rules.ts'

export interface RuleDraft {
  id: number
  rule: Rule
}

export interface GroupDraft {
  id: number
  join: 'and' | 'or'
  rules: readonly RuleDraft[]
}

export interface TreeDraft {
  join: 'and' | 'or'
  rules: readonly RuleDraft[]
  groups: readonly GroupDraft[]
}

/** Returns why a rule is not applied yet; null if it is applied. */
export type RuleProblem = (rule: Rule) => string | null

/** A field that the builder offers. */
export interface OfferedField {
  /** Name of the field's parameter. */
  name: string
  label: string
  field: Field
  customKey: string | null
}

/** All fields except the search, which has a separate input; custom fields come last. */
export function offeredFields(catalogue: Catalogue, customKeys: readonly string[]): OfferedField[] {
  const standardFields = catalogue.fields
    .filter((field) => field.type !== 'search')
    .map((field) => ({ name: field.name, label: field.label, field, customKey: null }))
  const prefix = catalogue.customPrefix
  if (prefix === null) return standardFields
  const custom = customKeys.map((key) => {
    const name = `${prefix}.${key}`
    return { name, label: `Field: ${key}`, field: fieldOf(name, key, 'text'), customKey: key }
  })
  return [...standardFields, ...custom]
}

/** A new rule without values. */
export const emptyRule = ({ field, customKey }: OfferedField): Rule =>
  withChoice({ field, customKey, operator: firstChoice(field).operator, values: [] }, firstChoice(field))

const completeRules = (drafts: readonly RuleDraft[], problem: RuleProblem): Rule[] =>
  drafts.map(({ rule }) => rule).filter((rule) => problem(rule) === null)

const ruleText = (rule: Rule): string => paramOf(rule).join('=')

let lastId = 0
export const ruleDraftOf = (rule: Rule): RuleDraft => ({ id: ++lastId, rule })
export const groupDraftOf = ({ join, parts }: RuleGroup): GroupDraft => ({
  id: ++lastId,
  join,
  rules: parts.filter(isRule).map(ruleDraftOf),
})
export const treeDraftOf = ({ join, rules, groups }: FilterTree): TreeDraft => ({
  join,
  rules: rules.map(ruleDraftOf),
  groups: groups.map(groupDraftOf),
})

/** Validation of the outer rules, which are parameters of the URL if they are joined by AND. */
export const outerRuleProblem = (catalogue: Catalogue, join: 'and' | 'or'): RuleProblem =>
  join === 'or' ? problemInGroup : (rule) => problemOf(catalogue, rule)

/** The tree of the complete rules. */
export const completeTree = (catalogue: Catalogue, { join, rules, groups }: TreeDraft): FilterTree => ({
  join,
  rules: completeRules(rules, outerRuleProblem(catalogue, join)),
  groups: groups
    .map((group) => ({ join: group.join, parts: completeRules(group.rules, problemInGroup) }))
    .filter(({ parts }) => parts.length > 0),
})

/** Drafts after a change of the rules: existing and incomplete ones keep their position, new ones are appended. */
function mergedRuleDrafts(drafts: readonly RuleDraft[], rules: readonly Rule[], problem: RuleProblem): RuleDraft[] {
  const newItems = [...rules]
  const remainingDrafts = drafts.filter(({ rule }) => {
    if (problem(rule) !== null) return true
    const at = newItems.findIndex((other) => ruleText(other) === ruleText(rule))
    if (at === -1) return false
    newItems.splice(at, 1)
    return true
  })
  return [...remainingDrafts, ...newItems.map(ruleDraftOf)]
}

const groupText = (group: GroupDraft | RuleGroup): string =>
  'parts' in group
    ? `${group.join} ${group.parts.filter(isRule).map(ruleText).join('&')}`
    : `${group.join} ${completeRules(group.rules, problemInGroup).map(ruleText).join('&')}`

/** The drafts after an external change of the filter: by a chip, another view, or navigating back. */
export function mergedTreeDraft(catalogue: Catalogue, draft: TreeDraft, now: FilterTree): TreeDraft {
  const newItems = [...now.groups]
  const remainingDrafts = draft.groups.filter((group) => {
    if (completeRules(group.rules, problemInGroup).length === 0) return true
    const at = newItems.findIndex((other) => groupText(other) === groupText(group))
    if (at === -1) return false
    newItems.splice(at, 1)
    return true
  })
  return {
    join: now.join,
    rules: mergedRuleDrafts(draft.rules, now.rules, outerRuleProblem(catalogue, now.join)),
    groups: [...remainingDrafts, ...newItems.map(groupDraftOf)],
  }
}
