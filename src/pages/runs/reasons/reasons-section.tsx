import type { ComponentProps } from 'react'
import { count } from '#lib/count.ts'
import { LoadError } from '#parts/display/load-error.tsx'
import { StaleNote } from '#parts/display/load-note.tsx'
import { EmptyFilter } from '#ui/feedback/empty-state.tsx'
import { Button } from '#ui/controls/button.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import type { TableSelection } from '#ui/table/table.tsx'
import type { RunSelection } from '#pages/runs/use-run-selection.ts'
import { sortReasons } from './reason-groups.ts'
import { ReasonSums } from './reason-sums.tsx'
import { ReasonsTable } from './reasons-table.tsx'
import type { Reasons } from './use-reasons.ts'

/** The reasons of the filtered runs: lines, empty state, loading or error. */
export function ReasonsSection({
  reasons: { data, grouped, error, retry },
  selection,
  onList,
  ...table
}: {
  reasons: Reasons
  /** Null if the service can neither retry nor cancel runs. */
  selection: RunSelection | null
  /** Shows the list of the same filter. */
  onList: () => void
} & Omit<ComponentProps<typeof ReasonsTable>, 'data' | 'reasons' | 'selection' | 'grouped'>) {
  if (data === undefined)
    return error === null ? <SkeletonRows /> : <LoadError what="Reasons" error={error} onRetry={retry} />
  const rows = sortReasons(data.results)
  const tableSelection: TableSelection | undefined =
    selection === null
      ? undefined
      : {
          ids: new Set(selection.reasons.keys()),
          onChange: (keys) => selection.setReasons(keys, rows),
          nameOf: (key) => key,
        }
  return (
    <>
      <StaleNote what="Reasons" error={error} onRetry={retry} />
      {rows.length === 0 ? (
        <EmptyFilter words="No failed runs match this filter.">
          <Button onClick={onList}>Show the list</Button>
        </EmptyFilter>
      ) : (
        <>
          <ReasonSums data={data} filters={table.filters} />
          <ReasonsTable data={data} reasons={rows} selection={tableSelection} grouped={grouped} {...table} />
          <footer className="pager max-sm:hidden">
            <span className="text-text-3">
              {grouped === null
                ? 'The same error at the same step counts as one reason'
                : `Grouped by this browser from ${count(grouped.read, 'run')} that ended without success${grouped.isComplete ? '' : '; there are more'}`}
            </span>
          </footer>
        </>
      )}
    </>
  )
}
