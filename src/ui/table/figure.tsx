import { formatCount } from '#lib/count.ts'
import { Absent } from '#ui/feedback/absent.tsx'

/** A number of a table: zero is quiet, one that is not known is "—". */
export const Figure = ({ value }: { value: number | null }) =>
  value === null || Number.isNaN(value) ? (
    <Absent />
  ) : (
    <span className={value === 0 ? 'text-text-3' : ''}>{formatCount(value)}</span>
  )
