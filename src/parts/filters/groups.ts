/**
 * Reads filters with AND and OR from `filter=` of a URL (contract/filter/filter-group.ts). Pure.
 *
 * Flat rules and `filter=` must all match. An AND group contains only groups, since its rules become flat. An OR group
 * is either the whole filter except the search, or part of an AND group.
 */
import { FilterGroup, groupLimits, readGroup } from '#contract/filter/filter-group.ts'
import type { Catalogue } from '#contract/kernel/catalogue.ts'
import { isRule, type Rule, type RuleGroup } from '#contract/filter/filter.ts'
import { issueWords } from '#parts/forms/issue-words.ts'
import { groupName, hasGroups, type ReadGroups } from './group-parts.ts'
import { isFlat, readRules, type Filters } from './rules.ts'

const filterError = (reason: string) => `The console cannot read this filter: ${reason}`

/** Text for the position of an error, counted from one: "in group 3, rule 1: " for "filter.and.2.or.0". */
function placeWords(place: string): string {
  const [part, rule] = place.match(/\d+/g) ?? []
  if (part === undefined) return ''
  return `in group ${Number(part) + 1}${rule !== undefined && /\.(?:and|or)\.\d+\.(?:and|or)\./.test(place) ? `, rule ${Number(rule) + 1}` : ''}: `
}

/** The group without the positions of its rules in the request, which no longer apply. */
const withoutPlaces = (group: RuleGroup): RuleGroup => ({
  join: group.join,
  parts: group.parts.map((part) => {
    if (!isRule(part)) return withoutPlaces(part)
    const { place: _place, ...rule } = part
    return rule
  }),
})

/** Parses one `filter=`; returns the error message if it is invalid. */
function parseGroup(catalogue: Catalogue, text: string): RuleGroup | string {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return filterError('it is not JSON.')
  }
  const sent = FilterGroup.safeParse(json)
  if (!sent.success) {
    const [issue] = sent.error.issues
    return filterError(
      `${placeWords(`filter.${issue?.path.join('.') ?? ''}`)}${issue === undefined ? 'its format is not supported.' : issueWords(issue)}`,
    )
  }
  const { group, errors } = readGroup(catalogue, sent.data)
  const [first] = Object.entries(errors)
  if (first) return filterError(`${placeWords(first[0])}${first[1][0] ?? ''}`)
  return withoutPlaces(group)
}

/**
 * Parses all `filter=` of a URL, for `readRules`.
 * @param hasRules whether there are other filters besides the search
 */
export function readGroups(catalogue: Catalogue, texts: readonly string[], hasRules: boolean): ReadGroups {
  const refused: { value: string; reason: string }[] = []
  const rules: Rule[] = []
  const groups: RuleGroup[] = []
  for (const value of texts) {
    const read = parseGroup(catalogue, value)
    if (typeof read === 'string') refused.push({ value, reason: read })
    else if (read.join === 'and') {
      for (const part of read.parts) {
        if (!isRule(part)) groups.push(part)
        else if (isFlat(part)) rules.push(part)
        else groups.push({ join: 'and', parts: [part] })
      }
    } else if (texts.length === 1 && !hasRules) return { rules: [], group: read, refused }
    else if (hasGroups(read)) refused.push({ value, reason: '“Any of” groups cannot be combined with other filters.' })
    else groups.push(read)
  }
  if (groups.length > groupLimits.groups) {
    const reason = `Use at most ${groupLimits.groups} groups, not ${groups.length}.`
    return { rules, group: undefined, refused: [...refused, ...texts.map((value) => ({ value, reason }))] }
  }
  return { rules, group: groups.length > 0 ? { join: 'and', parts: groups } : undefined, refused }
}

/** The filters of a saved view; an invalid filter is in `refused`. */
export const filtersOfGroup = (catalogue: Catalogue, sent: FilterGroup): Filters =>
  readRules(catalogue, new URLSearchParams({ [groupName]: JSON.stringify(sent) }), [], readGroups)
