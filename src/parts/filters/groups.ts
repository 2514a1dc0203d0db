/**
 * Reads filters with AND and OR from `filter=` of a URL (contract/filter/filter-group.ts). Pure.
 *
 * Flat rules and `filter=` must all match. An AND group contains only groups, since its rules become flat; an OR group
 * contains all filters except the search, or is one of several groups.
 */
import { FilterGroup, groupLimits, readGroup } from '#contract/filter/filter-group.ts'
import type { Catalogue } from '#contract/kernel/catalogue.ts'
import { isRule, type Rule, type RuleGroup } from '#contract/filter/filter.ts'
import { issueWords } from '#parts/forms/issue-words.ts'
import { groupName, hasGroups, type ReadGroups } from './group-parts.ts'
import { isFlat, readRules, type Filters } from './rules.ts'

const wrong = (why: string) => `The console cannot read this filter: ${why}`

/** Text for the position of an error, counted from one: "in group 3, rule 1: " for "filter.and.2.or.0". */
function placeWords(place: string): string {
  const [part, rule] = place.match(/\d+/g) ?? []
  if (part === undefined) return ''
  return `in group ${Number(part) + 1}${rule !== undefined && /\.(?:and|or)\.\d+\.(?:and|or)\./.test(place) ? `, rule ${Number(rule) + 1}` : ''}: `
}

/** The group without the positions of its rules in the request, which no longer apply. */
const bare = (group: RuleGroup): RuleGroup => ({
  join: group.join,
  parts: group.parts.map((part) => {
    if (!isRule(part)) return bare(part)
    const { place: _place, ...rule } = part
    return rule
  }),
})

/** Parses one `filter=`; returns the error message if it is invalid. */
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
      `${placeWords(`filter.${issue?.path.join('.') ?? ''}`)}${issue === undefined ? 'its format is not supported.' : issueWords(issue)}`,
    )
  }
  const { group, errors } = readGroup(catalogue, sent.data)
  const [first] = Object.entries(errors)
  if (first) return wrong(`${placeWords(first[0])}${first[1][0] ?? ''}`)
  return bare(group)
}

/**
 * Parses all `filter=` of a URL, for `readRules`.
 * @param hasRules whether there are other filters besides the search
 */
export function readGroups(catalogue: Catalogue, texts: readonly string[], hasRules: boolean): ReadGroups {
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
    else if (hasGroups(read)) refused.push({ value, why: '“Any of” groups cannot be combined with other filters.' })
    else groups.push(read)
  }
  if (groups.length > groupLimits.groups) {
    const why = `Use at most ${groupLimits.groups} groups, not ${groups.length}.`
    return { rules, group: undefined, refused: [...refused, ...texts.map((value) => ({ value, why }))] }
  }
  return { rules, group: groups.length > 0 ? { join: 'and', parts: groups } : undefined, refused }
}

/** The filters of a saved view; an invalid filter is in `refused`. */
export const filtersOfGroup = (catalogue: Catalogue, sent: FilterGroup): Filters =>
  readRules(catalogue, new URLSearchParams({ [groupName]: JSON.stringify(sent) }), [], readGroups)
