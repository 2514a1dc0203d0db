import { X } from 'lucide-react'
import { flowStatusWord } from '#parts/display/status.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyFilter } from '#ui/feedback/empty-state.tsx'
import { flowsFiltersOf, unfilteredFlows, type FlowsView } from '#pages/flows/flows-view.ts'

/** Empty state: a page that does not exist, or filters without matches, each with a remedy. */
export function FlowsNoMatch({
  count,
  view,
  onView,
}: {
  /** Number of all matches. */
  count: number
  view: FlowsView
  onView: (view: FlowsView) => void
}) {
  const filters = flowsFiltersOf(view, flowStatusWord)
  if (view.page > 1) {
    const last = Math.max(1, Math.ceil(count / view.size))
    return (
      <EmptyFilter words={`There is no page ${view.page.toLocaleString()}.`}>
        <Button onClick={() => onView({ ...view, page: 1 })}>Go to the first page</Button>
        {last > 1 && last < view.page && (
          <Button onClick={() => onView({ ...view, page: last })}>Go to the last page</Button>
        )}
      </EmptyFilter>
    )
  }
  const [only] = filters
  const words =
    filters.length === 1 && only !== undefined
      ? `No flow matches ${only.key === 'search' ? '' : `${only.name} `}${only.value}.`
      : `No flow matches these ${filters.length} filters.`
  return (
    <EmptyFilter words={words}>
      {filters.length > 1 &&
        filters.map((filter) => (
          <button
            key={filter.key}
            type="button"
            className="chip on max-w-full"
            aria-label={`Remove filter ${filter.name} ${filter.value}`}
            onClick={() => onView(filter.without)}
          >
            {filter.name} <b className="cut">{filter.value}</b>
            <X className="xs" />
          </button>
        ))}
      <Button onClick={() => onView(unfilteredFlows(view))}>Reset filter</Button>
    </EmptyFilter>
  )
}
