import { formatCount } from '#lib/count.ts'
import { Absent } from '#ui/feedback/absent.tsx'

/** A number in a table: zero is muted, unknown is "—". */
export const Figure = ({ value }: { value: number | null }) =>
  value === null || Number.isNaN(value) ? (
    <Absent />
  ) : (
    <span className={value === 0 ? 'text-text-3' : ''}>{formatCount(value)}</span>
  )
