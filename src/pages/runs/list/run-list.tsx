import type { Run, run as runApi } from '#contract/billing.ts'
import type { ResponseBody } from '#contract/kernel/endpoint.ts'
import { defaultLimit } from '#contract/kernel/page.ts'
import { firstPlace, placeAfter, placeBefore, type ListPlace } from '#parts/lists/list-place.ts'
import { knownTotal } from '#parts/lists/known-total.ts'
import { RunsTable, type StepName } from '#parts/runs/runs-table.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyFilter } from '#ui/feedback/empty-state.tsx'
import type { TableSelection } from '#ui/table/table.tsx'
import { Pager } from '#ui/table/pager.tsx'
import type { RunListView } from '#pages/runs/run-list-view.ts'

/** One page of the filtered runs, and its pager. */
export function RunList({
  page,
  view,
  onView,
  linkTo,
  stepName,
  selection,
  comparison,
}: {
  page: ResponseBody<typeof runApi.list>
  view: RunListView
  onView: (change: Partial<RunListView>) => void
  /** The URL that opens a run; null if the service has no details of runs. */
  linkTo: ((run: Run) => string) | null
  stepName: StepName
  selection: TableSelection | undefined
  /** Comparison with the previous period, in words. */
  comparison: string
}) {
  const { place } = view
  const go = (to: ListPlace | null) => to && (() => onView({ place: to, run: null }))
  if (page.results.length === 0)
    return (
      <EmptyFilter words={`There are no runs after number ${place.from.toLocaleString()}.`}>
        <Button onClick={() => onView({ place: firstPlace, run: null })}>Go to the first page</Button>
      </EmptyFilter>
    )
  return (
    <>
      <RunsTable
        runs={page.results}
        ordering={view.ordering}
        onOrder={(ordering) => onView({ ordering, place: firstPlace })}
        open={view.run}
        linkTo={linkTo}
        stepName={stepName}
        selection={selection}
      />
      <Pager
        from={place.from}
        rows={page.results.length}
        count={page.count}
        isEstimate={page.count_is === 'about'}
        isLowerBound={knownTotal(page) === null}
        onPrevious={go(placeBefore(page, place, defaultLimit))}
        onNext={go(placeAfter(page, place))}
      >
        {comparison}
      </Pager>
    </>
  )
}
