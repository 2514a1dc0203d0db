import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '#api/errors.ts'
import type { RunSummary } from '#contract/billing.ts'
import type { Filters } from '#parts/filters/rules.ts'
import { LoadNote } from '#parts/load-note.tsx'
import { paths } from '#src/paths.ts'
import { Delayed } from '#ui/skeleton.tsx'
import { withOnly, writeView, type BillingView } from './billing-view.ts'
import { CostByDay } from './cost-by-day.tsx'
import { CostByFlow } from './cost-by-flow.tsx'

const Waiting = () => (
  <div className="money-charts">
    {['Cost by day', 'Cost by flow'].map((title) => (
      <section key={title} className="money-chart">
        <header>
          <h2>{title}</h2>
        </header>
        <div className="h-[172px]">
          <Delayed>
            <output className="grid gap-5 pt-3" aria-label="Loading">
              {['w-[80%]', 'w-[56%]', 'w-[64%]', 'w-[40%]'].map((width) => (
                <span key={width} className={`skeleton ${width}`} />
              ))}
            </output>
          </Delayed>
        </div>
      </section>
    ))}
  </div>
)

/** What the filtered runs cost by day and by flow; both from one answer, which fails as one. */
export function MoneyCharts({
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
  const linkTo = (field: 'started_at' | 'flow') => (value: string) =>
    `${paths.billing}?${writeView(withOnly(view, field, value))}`
  return (
    <>
      {error !== null && (
        <div className="border-b border-line px-5 py-4 max-lg:px-4">
          <LoadNote what="Sums of these runs" error={error} onRetry={() => void refetch()} />
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
          <CostByFlow summary={data} form={view.flows} onForm={(flows) => onView({ flows })} linkTo={linkTo('flow')} />
        </div>
      ) : (
        error === null && <Waiting />
      )}
    </>
  )
}
