import { TriangleAlert } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import type { RefusedFilter } from './refused-filter-words.ts'
import './refused-filters.css'

/** Maximum characters of a value that are shown. */
const shownLength = 120

const cut = (text: string): string => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text)

/** Parameters of the URL that are not filters: reported instead of dropped. */
export function RefusedFilters({
  refused,
  onRemove,
}: {
  refused: readonly RefusedFilter[]
  /** Gets the remaining ones. */
  onRemove: (others: readonly RefusedFilter[]) => void
}) {
  return refused.map((one) => (
    <p key={`${one.name}=${one.value}`} className="refused-filter" role="status">
      <TriangleAlert className="s" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <bdi className="font-medium text-text">
          {one.name}={cut(one.value)}
        </bdi>{' '}
        in the URL is ignored. {one.why}
      </span>
      <Button look="quiet" onClick={() => onRemove(refused.filter((other) => other !== one))}>
        Remove
      </Button>
    </p>
  ))
}
