import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '#api/errors.ts'
import type { RunSummary } from '#contract/billing.ts'
import { LoadNote } from '#parts/display/load-note.tsx'
import { runsPath } from '#ui/paths.ts'
import type { BillingView } from '#pages/billing/billing-view.ts'
import { ChartsSkeleton } from './chart-section.tsx'
import { CostByDay } from './cost-by-day.tsx'
import { CostByGroup } from './cost-by-group.tsx'

/** Cost of the last 30 days by day, and by flow, channel or kind; both from one response, with a shared error. */
export function CostCharts({
  summary: { data, error, refetch },
  view,
  onView,
}: {
  summary: UseQueryResult<RunSummary, ApiError>
  view: BillingView
  onView: (change: Partial<BillingView>) => void
}) {
  const linkTo = (field: 'started_at' | BillingView['by']) => (value: string) => runsPath({ [field]: value })
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
            form={view.days}
            onForm={(days) => onView({ days })}
            linkTo={linkTo('started_at')}
          />
          <CostByGroup
            summary={data}
            by={view.by}
            onBy={(by) => onView({ by })}
            form={view.flows}
            onForm={(flows) => onView({ flows })}
            linkTo={linkTo(view.by)}
          />
        </div>
      ) : (
        error === null && <ChartsSkeleton />
      )}
    </>
  )
}
