import { ChevronDown, Activity } from 'lucide-react'
import { Link } from 'react-router'
import { runStatuses } from '#contract/values/run-status.ts'
import { runStatusWord } from '#parts/display/status.tsx'
import { Menu, MenuChoice } from '#ui/overlays/menu.tsx'
import { Select } from '#ui/controls/select-field.tsx'
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
  const chosen = view.statuses.map(runStatusWord).join(', ')
  return (
    <div className="bar flex-wrap py-2" role="search" aria-label="Runs">
      <Select
        aria-label="Period"
        className="sm w-auto!"
        value={view.period}
        options={periodOptions}
        onValue={(period) => onView(fromFirstPage(view, { period }))}
      />
      <Menu
        align="start"
        trigger={
          <button type="button" className={`chip max-w-full min-w-0 shrink! ${chosen === '' ? '' : 'on'}`}>
            Status <b className="cut">{chosen || 'any'}</b>
            <ChevronDown className="xs" />
          </button>
        }
      >
        {runStatuses.map((status) => (
          <MenuChoice
            key={status}
            checked={view.statuses.includes(status)}
            onChange={(checked) =>
              onView(
                fromFirstPage(view, {
                  statuses: runStatuses.filter((one) => (one === status ? checked : view.statuses.includes(one))),
                }),
              )
            }
          >
            {runStatusWord(status)}
          </MenuChoice>
        ))}
      </Menu>
      <Link className="link ml-auto inline-flex items-center gap-1.5" to={allRuns}>
        <Activity className="s" />
        Open in all runs
      </Link>
    </div>
  )
}
