import type { ApiError } from '#api/errors.ts'
import { Button } from '#ui/controls/button.tsx'
import { isUnfiltered, type Filters } from './rules.ts'
import { withoutRefusedRules } from './without-refused-rules.ts'

/** Removes the rules that the service refused, beside its error message. */
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
      look="primary"
      size="md"
      onClick={() => onFilters(withoutRefusedRules(filters, Object.keys(error.fieldErrors)))}
    >
      Remove this filter
    </Button>
  )
}
