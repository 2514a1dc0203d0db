import { LoadNote } from '#parts/display/load-note.tsx'
import { runsPath } from '#ui/paths.ts'
import type { BillingView } from '#pages/billing/billing-view.ts'
import type { PeriodCosts } from '#pages/billing/use-period-costs.ts'
import { ChartsSkeleton } from './chart-section.tsx'
import { CostByDay } from './cost-by-day.tsx'
import { CostByGroup } from './cost-by-group.tsx'

/** Cost of the period by day and by group, with a shared error. */
export function CostCharts({
  costs,
  comparedWords,
  view,
  onView,
}: {
  costs: PeriodCosts
  /** "1–27 Oct" */
  comparedWords: string
  view: BillingView
  onView: (change: Partial<BillingView>) => void
}) {
  const { summary, groups, filter } = costs
  const error = summary.error ?? groups.error
  const retry = () => {
    for (const one of [summary, groups]) if (one.error !== null) void one.refetch()
  }
  return (
    <>
      {error !== null && (
        <div className="border-b border-line px-5 py-4 max-lg:px-4">
          <LoadNote what="The totals" error={error} onRetry={retry} />
        </div>
      )}
      {summary.data !== undefined ? (
        <div className="money-charts">
          <CostByDay
            costs={costs}
            summary={summary.data}
            comparedWords={comparedWords}
            form={view.days}
            onForm={(days) => onView({ days })}
          />
          <CostByGroup
            summary={groups.data}
            by={view.by}
            onBy={(by) => onView({ by })}
            form={view.flows}
            onForm={(flows) => onView({ flows })}
            linkTo={(key) => runsPath({ ...filter, ...(key === null ? {} : { [view.by]: key }) })}
          />
        </div>
      ) : (
        error === null && <ChartsSkeleton />
      )}
    </>
  )
}
