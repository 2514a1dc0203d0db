import { X } from 'lucide-react'
import type { RuleChip } from './rule-words.ts'

/** Chip "Field value ×": a click on the text edits the filter, if `onEdit` is set; the cross removes it. */
export function FilterChip({
  chip,
  onEdit,
  onRemove,
  className = '',
}: {
  chip: RuleChip
  onEdit?: () => void
  onRemove: () => void
  className?: string
}) {
  const words = (
    <span className="cut">
      {chip.label}{' '}
      <b>
        <bdi>{chip.value}</bdi>
      </b>
    </span>
  )
  return (
    <span className={`chip on filter-chip ${className}`}>
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
