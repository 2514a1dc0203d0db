import { TriangleAlert } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import type { RefusedFilter } from './refused-filter-words.ts'
import './refused-filters.css'

/** Maximum number of characters shown of a value. */
const shownLength = 120

const cut = (text: string): string => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text)

/** Messages about invalid filter parameters of the URL, each with a button that removes it. */
export function RefusedFilters({
  refused,
  onRemove,
}: {
  refused: readonly RefusedFilter[]
  /** Called with the remaining invalid parameters. */
  onRemove: (others: readonly RefusedFilter[]) => void
}) {
  return refused.map((one) => (
    <p key={`${one.name}=${one.value}`} className="refused-filter" role="status">
      <TriangleAlert className="s" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <bdi className="font-medium text-text">
          {one.name}={cut(one.value)}
        </bdi>{' '}
        in the URL is ignored. {one.reason}
      </span>
      <Button variant="quiet" onClick={() => onRemove(refused.filter((other) => other !== one))}>
        Remove
      </Button>
    </p>
  ))
}
