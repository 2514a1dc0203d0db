/** Recovery from a filter that the service refuses: a local time that does not exist, an unknown value. Pure. */
import { isFlat, noFilters, paramOf, type Filters } from './rules.ts'

/**
 * The filters without the rules that a 400 answer names. `places` are its fields: "created_at__gte", or the path of a
 * rule within a group, of which only the group is identified. If none is recognised, all are removed.
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
