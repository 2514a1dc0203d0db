/** The rules of the builder: those that hold, and those that are not finished. Pure. */
import { field as fieldOf, type Catalogue, type Field, type Rule } from '#contract/filter.ts'
import { firstChoice, withChoice } from './operator-choices.ts'
import { paramOf, problemOf } from './rules.ts'

export interface RuleDraft {
  id: number
  rule: Rule
}

/** A field that the builder offers. */
export interface OfferedField {
  /** The name of its parameter. */
  name: string
  label: string
  field: Field
  customKey: string | null
}

/** All fields but the search, which has a place of its own, then the custom ones. */
export function offeredFields(catalogue: Catalogue, customKeys: readonly string[]): OfferedField[] {
  const own = catalogue.fields
    .filter((field) => field.type !== 'search')
    .map((field) => ({ name: field.name, label: field.label, field, customKey: null }))
  const prefix = catalogue.customPrefix
  if (prefix === null) return own
  const custom = customKeys.map((key) => {
    const name = `${prefix}.${key}`
    return { name, label: `Field: ${key}`, field: fieldOf(name, key, 'text'), customKey: key }
  })
  return [...own, ...custom]
}

/** A rule about a field that says nothing yet. */
export const emptyRule = ({ field, customKey }: OfferedField): Rule =>
  withChoice({ field, customKey, operator: firstChoice(field).operator, values: [] }, firstChoice(field))

export const finishedRules = (catalogue: Catalogue, drafts: readonly RuleDraft[]): Rule[] =>
  drafts.map(({ rule }) => rule).filter((rule) => problemOf(catalogue, rule) === null)

/** Rules that can be compared: the same text means the same filter. */
export const rulesText = (rules: readonly Rule[]): string => rules.map((rule) => paramOf(rule).join('=')).join('&')

let lastId = 0
export const draftOf = (rule: Rule): RuleDraft => ({ id: ++lastId, rule })

/**
 * The drafts after the rules were changed elsewhere (a chip, a view, back): rules that are still there keep their draft and
 * its place, new ones come behind, what is not finished stays.
 */
export function followed(catalogue: Catalogue, drafts: readonly RuleDraft[], rules: readonly Rule[]): RuleDraft[] {
  const left = [...rules]
  const kept = drafts.filter(({ rule }) => {
    if (problemOf(catalogue, rule) !== null) return true
    const at = left.findIndex((other) => rulesText([other]) === rulesText([rule]))
    if (at === -1) return false
    left.splice(at, 1)
    return true
  })
  return [...kept, ...left.map(draftOf)]
}
