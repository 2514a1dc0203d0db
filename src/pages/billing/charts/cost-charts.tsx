import { LoadNote } from '#parts/display/load-note.tsx'
import { runsPath } from '#ui/paths.ts'
import type { ChartForm, ChartName } from '#pages/billing/billing-view.ts'
import type { PeriodCosts } from '#pages/billing/use-period-costs.ts'
import { ChartsSkeleton } from './chart-section.tsx'
import { CostByDay } from './cost-by-day.tsx'
import { CostByGroup } from './cost-by-group.tsx'
import type { CostGroup } from './group-costs.ts'

/** Cost of the period by day and by each group, with a shared error. */
export function CostCharts({
  costs,
  groups,
  comparedWords,
  tables,
  onForm,
}: {
  costs: PeriodCosts
  groups: readonly CostGroup[]
  /** "previous 28 days" */
  comparedWords: string
  /** Charts that are shown as a table. */
  tables: readonly ChartName[]
  onForm: (chart: ChartName, form: ChartForm) => void
}) {
  const { summary, others, filter } = costs
  const error = summary.error ?? others.error
  const retry = () => {
    for (const one of [summary, others]) if (one.error !== null) void one.refetch()
  }
  const formOf = (chart: ChartName): ChartForm => (tables.includes(chart) ? 'table' : 'chart')
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
            form={formOf('day')}
            onForm={(form) => onForm('day', form)}
          />
          {/* In a period without costs, each of the others would only repeat that. */}
          {(/[1-9]/.test(summary.data.totals.cost) ? groups : groups.slice(0, 1)).map((by) => (
            <CostByGroup
              key={by}
              summary={by === 'flow' ? summary : others}
              by={by}
              form={formOf(by)}
              onForm={(form) => onForm(by, form)}
              linkTo={(key) => runsPath({ ...filter, ...(key === null ? {} : { [by]: key }) })}
            />
          ))}
        </div>
      ) : (
        error === null && <ChartsSkeleton groups={groups} />
      )}
    </>
  )
}
