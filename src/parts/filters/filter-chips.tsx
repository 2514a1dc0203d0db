import { TriangleAlert, X } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import type { RuleChip } from './rule-words.ts'
import type { RefusedFilter } from './rules.ts'

/** “Field value ×”: a press edits, the cross removes. Without `onEdit` it only removes. */
export function FilterChip({ chip, onEdit, onRemove }: { chip: RuleChip; onEdit?: () => void; onRemove: () => void }) {
  const words = (
    <span className="cut">
      {chip.label}{' '}
      <b>
        <bdi>{chip.value}</bdi>
      </b>
    </span>
  )
  return (
    <span className="chip on filter-chip">
      {onEdit ? (
        <button
          type="button"
          className="edit"
          aria-label={`${chip.label} ${chip.value}: edit this filter`}
          onClick={onEdit}
        >
          {words}
        </button>
      ) : (
        <span className="edit">{words}</span>
      )}
      <button
        type="button"
        className="remove"
        aria-label={`Remove the filter ${chip.label} ${chip.value}`}
        onClick={onRemove}
      >
        <X className="xs" />
      </button>
    </span>
  )
}

/** As much of a hostile value as tells which it is. */
const shownLength = 120

const cut = (text: string): string => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text)

/** Parameters of the address that are no filters: said, not dropped. */
export function RefusedFilters({
  refused,
  onRemove,
}: {
  refused: readonly RefusedFilter[]
  onRemove: (one: RefusedFilter) => void
}) {
  return refused.map((one) => (
    <p key={`${one.name}=${one.value}`} className="refused-filter" role="status">
      <TriangleAlert className="s" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <bdi className="font-medium text-text">
          {one.name}={cut(one.value)}
        </bdi>{' '}
        in the address is not used. {one.why}
      </span>
      <Button look="quiet" onClick={() => onRemove(one)}>
        Remove it
      </Button>
    </p>
  ))
}
