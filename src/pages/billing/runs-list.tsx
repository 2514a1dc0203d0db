import type { Run, run as runApi } from '#contract/billing.ts'
import type { ResponseBody } from '#contract/kernel/endpoint.ts'
import { defaultLimit } from '#contract/kernel/page.ts'
import { firstPlace, placeAfter, placeBefore, type ListPlace } from '#parts/lists/list-place.ts'
import { knownTotal } from '#parts/lists/known-total.ts'
import { RunsTable } from '#parts/runs/runs-table.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyFilter } from '#ui/feedback/empty-state.tsx'
import { Pager } from '#ui/table/pager.tsx'
import type { BillingView } from './billing-view.ts'

/** One page of the filtered runs, and its pager. */
export function RunsList({
  page,
  view,
  onView,
  linkTo,
  comparison,
}: {
  page: ResponseBody<typeof runApi.list>
  view: BillingView
  onView: (change: Partial<BillingView>) => void
  /** The URL that opens a run; null if the service has no details of runs. */
  linkTo: ((run: Run) => string) | null
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
