/**
 * Filters with AND and OR, as `filter=` of a URL holds them (contract/filter-group.ts), beside the flat rules. Pure.
 *
 * Flat rules and `filter=` must all hold. A group that joins by "and" holds groups alone, since its rules stand flat; one
 * that joins by "or" holds everything but the search, or lies as one group among the others.
 */
import { FilterGroup, groupLimits, readGroup, writeGroup } from '#contract/filter-group.ts'
import { isRule, type Catalogue, type FilterPart, type Rule, type RuleGroup } from '#contract/filter.ts'

/** The parameter that holds a filter with AND and OR. */
export const groupName = 'filter'

/** What `filter=` comes to. */
export interface ReadGroups {
  /** Rules that stand flat just as well. */
  rules: readonly Rule[]
  group: RuleGroup | undefined
  refused: readonly { value: string; why: string }[]
}

const wrong = (why: string) => `It is no filter with groups that this console can read: ${why}`

/** A place as people count: `filter.and.2.or.0` is "part 3, rule 1". */
function placeWords(place: string): string {
  const [part, rule] = place.match(/\d+/g) ?? []
  if (part === undefined) return ''
  return `in part ${Number(part) + 1}${rule !== undefined && /\.(?:and|or)\.\d+\.(?:and|or)\./.test(place) ? `, rule ${Number(rule) + 1}` : ''}: `
}

/** Without the places of the request that they came with: they stand somewhere else now. */
const bare = (group: RuleGroup): RuleGroup => ({
  join: group.join,
  parts: group.parts.map((part) => {
    if (!isRule(part)) return bare(part)
    const { place: _place, ...rule } = part
    return rule
  }),
})

/** One `filter=`; a sentence where it cannot be read. */
function readText(catalogue: Catalogue, text: string): RuleGroup | string {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return wrong('it is not JSON.')
  }
  const sent = FilterGroup.safeParse(json)
  if (!sent.success) {
    const [issue] = sent.error.issues
    return wrong(
      `${placeWords(`filter.${issue?.path.join('.') ?? ''}`)}${issue?.message ?? 'its shape is another one.'}`,
    )
  }
  const { group, errors } = readGroup(catalogue, sent.data)
  const [first] = Object.entries(errors)
  if (first) return wrong(`${placeWords(first[0])}${first[1][0] ?? ''}`)
  return bare(group)
}

const isGroup = (part: FilterPart): part is RuleGroup => !isRule(part)
const hasGroups = ({ parts }: RuleGroup): boolean => parts.some(isGroup)
export const groupsOf = (group: RuleGroup | undefined): RuleGroup[] => group?.parts.filter(isGroup) ?? []

/** Every rule of a group, those of its groups included. */
export const rulesWithin = (group: RuleGroup | undefined): Rule[] =>
  group?.parts.flatMap((part) => (isRule(part) ? [part] : part.parts.filter(isRule))) ?? []

/**
 * All `filter=` of a URL.
 * @param hasRules other filters than the search stand beside them
 * @param isFlat whether a rule can be said as a parameter of its own
 */
export function readGroups(
  catalogue: Catalogue,
  texts: readonly string[],
  hasRules: boolean,
  isFlat: (rule: Rule) => boolean,
): ReadGroups {
  const refused: { value: string; why: string }[] = []
  const rules: Rule[] = []
  const groups: RuleGroup[] = []
  for (const value of texts) {
    const read = readText(catalogue, value)
    if (typeof read === 'string') refused.push({ value, why: read })
    else if (read.join === 'and') {
      for (const part of read.parts) {
        if (!isRule(part)) groups.push(part)
        else if (isFlat(part)) rules.push(part)
        else groups.push({ join: 'and', parts: [part] })
      }
    } else if (texts.length === 1 && !hasRules) return { rules: [], group: read, refused }
    else if (hasGroups(read))
      refused.push({ value, why: 'Groups of which any may hold cannot stand beside other filters.' })
    else groups.push(read)
  }
  if (groups.length > groupLimits.groups) {
    const why = `Use at most ${groupLimits.groups} groups, not ${groups.length}.`
    return { rules, group: undefined, refused: [...refused, ...texts.map((value) => ({ value, why }))] }
  }
  return { rules, group: groups.length > 0 ? { join: 'and', parts: groups } : undefined, refused }
}

/** `filter=` of a group: what `readGroups` makes the same group of again. */
export const groupText = (group: RuleGroup): string => JSON.stringify(writeGroup(group))

/**
 * Flat rules and a group as one: what a saved view holds and bulk work is given. It has two levels like any other: rules
 * beside groups of which any may hold go into each of them.
 */
export function wholeGroup(rules: readonly Rule[], group: RuleGroup | undefined): FilterGroup {
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

interface Sent {
  field?: string | undefined
  operator?: string | undefined
  values?: readonly string[] | undefined
  and?: readonly Sent[] | undefined
  or?: readonly Sent[] | undefined
}

function canonical({ field, operator = 'exact', values = [], and, or }: Sent): string {
  const parts = and ?? or
  if (parts === undefined) return JSON.stringify([field, operator === 'in' ? 'exact' : operator, values.toSorted()])
  return `${and ? 'and' : 'or'}(${parts.map(canonical).toSorted().join()})`
}

/** Whether two filters say the same, whatever the order of their parts. */
export const isSameFilter = (one: FilterGroup, other: FilterGroup): boolean => canonical(one) === canonical(other)
