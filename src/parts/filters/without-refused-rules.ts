/** The way out of a filter that the service refuses: a time that no clock showed, a value it does not know. Pure. */
import { isFlat, noFilters, paramOf, type Filters } from './rules.ts'

/**
 * The filters without the rules that an answer of 400 names. `places` are its fields: "created_at__gte", or the path of a rule
 * within a group, of which only the group can be told. Where nothing is recognised nothing stays.
 */
export function withoutRefusedRules(filters: Filters, places: readonly string[]): Filters {
  const { rules, group } = filters
  const named = new Set(places)
  const kept = rules.filter((rule) => !isFlat(rule) || !named.has(paramOf(rule)[0]))
  if (kept.length < rules.length) return { ...filters, rules: kept }
  if (group !== undefined && rules.length > 0 && places.some((place) => place.includes('.')))
    return { ...filters, group: undefined }
  return noFilters
}
