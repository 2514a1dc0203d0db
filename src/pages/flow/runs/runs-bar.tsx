import { Activity } from 'lucide-react'
import { Link } from 'react-router'
import { runStatuses } from '#contract/values/run-status.ts'
import { runStatusWord } from '#parts/display/status.tsx'
import { ChoiceChip, MenuChip } from '#parts/lists/choice-chip.tsx'
import { MenuRadio } from '#ui/overlays/menu.tsx'
import { fromFirstPage, periods, runsPeriodWords, type RunsView } from './runs-view.ts'

const periodOptions = periods.map((period) => ({ value: period, label: runsPeriodWords[period] }))

/** Status and period of the runs; the page Runs has further filters. */
export function FlowRunsBar({
  view,
  allRuns,
  onView,
}: {
  view: RunsView
  /** URL of these runs on the page with all filters. */
  allRuns: string
  onView: (view: RunsView) => void
}) {
  return (
    <div className="bar flex-wrap py-2" role="search" aria-label="Runs">
      <MenuChip name="Started" value={runsPeriodWords[view.period].toLowerCase()} isSet={view.period !== 'all'}>
        <MenuRadio
          value={view.period}
          options={periodOptions}
          onValue={(period) => onView(fromFirstPage(view, { period }))}
        />
      </MenuChip>
      <ChoiceChip
        name="Status"
        values={runStatuses}
        chosen={view.statuses}
        labelOf={runStatusWord}
        onChosen={(statuses) => onView(fromFirstPage(view, { statuses }))}
      />
      <Link className="link ml-auto inline-flex items-center gap-1.5" to={allRuns}>
        <Activity className="s" />
        Open in all runs
      </Link>
    </div>
  )
}
