import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ApiError } from '#api/errors.ts'
import type { RunSummary } from '#contract/billing.ts'
import type { Filters } from '#parts/filters/rules.ts'
import { LoadNote } from '#parts/display/load-note.tsx'
import { paths } from '#ui/paths.ts'
import { phone, useMedia } from '#ui/browser/media.ts'
import { withOnlyBillingFilter, writeBillingView, type BillingView } from '#pages/billing/billing-view.ts'
import { ChartsSkeleton } from './chart-section.tsx'
import { CostByDay } from './cost-by-day.tsx'
import { CostByGroup } from './cost-by-group.tsx'

/**
 * On a phone the second chart is initially collapsed, since the runs are below it.
 * @param startsOpen whether the URL sets one of its parameters: then it is initially expanded
 */
function CollapsibleOnPhone({ startsOpen, children }: { startsOpen: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(startsOpen)
  const isPhone = useMedia(phone)
  if (!isPhone) return children
  return (
    <details className="chart-fold" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Cost by flow, channel or kind</summary>
      {children}
    </details>
  )
}

/** Cost of the filtered runs by day, and by flow, channel or kind; both from one response, with a shared error. */
export function CostCharts({
  summary: { data, error, refetch },
  filters,
  view,
  onView,
}: {
  summary: UseQueryResult<RunSummary, ApiError>
  filters: Filters
  view: BillingView
  onView: (change: Partial<BillingView>) => void
}) {
  const linkTo = (field: 'started_at' | BillingView['by']) => (value: string) =>
    `${paths.billing}?${writeBillingView(withOnlyBillingFilter(view, field, value))}`
  return (
    <>
      {error !== null && (
        <div className="border-b border-line px-5 py-4 max-lg:px-4">
          <LoadNote what="The totals" error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {data !== undefined ? (
        <div className="money-charts">
          <CostByDay
            summary={data}
            filters={filters}
            form={view.days}
            onForm={(days) => onView({ days })}
            linkTo={linkTo('started_at')}
          />
          <CollapsibleOnPhone startsOpen={view.by !== 'flow' || view.flows !== 'chart'}>
            <CostByGroup
              summary={data}
              by={view.by}
              onBy={(by) => onView({ by })}
              form={view.flows}
              onForm={(flows) => onView({ flows })}
              linkTo={linkTo(view.by)}
            />
          </CollapsibleOnPhone>
        </div>
      ) : (
        error === null && <ChartsSkeleton />
      )}
    </>
  )
}
