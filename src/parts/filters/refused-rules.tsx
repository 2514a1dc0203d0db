import type { ApiError } from '#api/errors.ts'
import { Button } from '#ui/controls/button.tsx'
import { isUnfiltered, isFlat, noFilters, paramOf, type Filters } from './rules.ts'

/**
 * The filters without the rules that a 400 response names. `places` are its fields: "created_at__gte", or the path of a
 * rule within a group, for which all groups are removed. If no rule is recognized, all filters are removed.
 */
export function withoutRefusedRules(filters: Filters, places: readonly string[]): Filters {
  const { rules, group } = filters
  const refusedNames = new Set(places)
  const remainingRules = rules.filter((rule) => !isFlat(rule) || !refusedNames.has(paramOf(rule)[0]))
  if (remainingRules.length < rules.length) return { ...filters, rules: remainingRules }
  if (group !== undefined && rules.length > 0 && places.some((place) => place.includes('.')))
    return { ...filters, group: undefined }
  return noFilters
}

/** Button beside the service's error message that removes the rejected rules. */
export function RefusedRules({
  error,
  filters,
  onFilters,
}: {
  error: ApiError
  filters: Filters
  onFilters: (filters: Filters) => void
}) {
  if (error.status !== 400 || isUnfiltered(filters)) return null
  return (
    <Button
      variant="primary"
      size="md"
      onClick={() => onFilters(withoutRefusedRules(filters, Object.keys(error.fieldErrors)))}
    >
      Remove rejected filters
    </Button>
  )
}
