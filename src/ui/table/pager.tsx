import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select-field.tsx'

/** Footer of a table: the range of rows, a summary, rows per page, and buttons for the previous and next page. */
export function Pager({
  from,
  rows,
  count,
  isEstimate = false,
  isLowerBound = false,
  unit,
  onPrevious,
  onNext,
  size,
  sizes,
  onSize,
  children,
}: {
  /** Number of rows on previous pages. */
  from: number
  /** Rows on this page. */
  rows: number
  count: number
  /** The count is an estimate. */
  isEstimate?: boolean
  /** The count is a lower bound: there may be more. */
  isLowerBound?: boolean
  /** What is counted, if it is not the rows of the table: "actions". */
  unit?: string
  /** Null = there is no page in this direction. */
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  /** Page size in rows; it can be changed if `sizes` and `onSize` are also set. */
  size?: number
  sizes?: readonly number[]
  onSize?: (size: number) => void
  /** A summary of the rows, shown in the middle. */
  children?: ReactNode
}) {
  const total = `${isEstimate ? 'about ' : ''}${count.toLocaleString()}${isLowerBound ? ' or more' : ''}${unit === undefined ? '' : ` ${unit}`}`
  return (
    <nav className="pager" aria-label="Pages">
      <span>
        {rows === 0 ? '0' : (from + 1).toLocaleString()}
        {rows > 1 && `–${(from + rows).toLocaleString()}`} of {total}
      </span>
      <span className="min-w-0 flex-1 truncate text-center max-sm:invisible">{children}</span>
      {size !== undefined && sizes !== undefined && onSize !== undefined && (
        <Select
          aria-label="Rows per page"
          className="sm w-auto! max-sm:hidden"
          value={String(size)}
          options={sizes.map((each) => ({ value: String(each), label: `${each} rows` }))}
          onValue={(chosen) => onSize(Number(chosen))}
        />
      )}
      <IconButton
        variant="default"
        label="Previous page"
        icon={<ChevronLeft />}
        reason={onPrevious ? null : 'This is the first page.'}
        onClick={() => onPrevious?.()}
      />
      <IconButton
        variant="default"
        label="Next page"
        icon={<ChevronRight />}
        reason={onNext ? null : 'This is the last page.'}
        onClick={() => onNext?.()}
      />
    </nav>
  )
}
