/** The runs that a bulk action applies to, as parts of its requests. Pure. */
import type { Run } from '#contract/billing.ts'
import type { FilterGroup } from '#contract/filter/filter-group.ts'
import type { FilterParams } from '#contract/kernel/endpoint.ts'
import type { BulkAction } from '#contract/run-work.ts'
import { combinedFilter } from '#parts/filters/combined-filter.ts'
import { filterParams, type Filters } from '#parts/filters/rules.ts'
import { isActive, isUnsuccessful } from '#parts/runs/run-reason.ts'
import type { RunSelection } from '#pages/runs/use-run-selection.ts'

export interface BulkTarget {
  /** Number of selected runs; null if it is unknown. */
  count: number | null
  selection: { ids: string[] } | { filter: FilterGroup; tz: string }
  /** The runs, if they are selected one by one. */
  runs: readonly Run[] | null
  /** Actions that may apply to some of the runs. */
  actions: readonly BulkAction[]
  /** Request parameters of a CSV file of the runs; null if they have no filter. */
  csv: FilterParams | null
}

const both: readonly BulkAction[] = ['retry', 'cancel']

function actionsOf(runs: readonly Run[]): BulkAction[] {
  const can = { retry: runs.some(isUnsuccessful), cancel: runs.some(isActive) }
  return both.filter((action) => can[action])
}

/**
 * The target of a selection; null if nothing is selected.
 * @param total number of runs that match the filters; null if it is unknown
 */
export function bulkTargetOf(
  { runs, reasons, isAll }: Pick<RunSelection, 'runs' | 'reasons' | 'isAll'>,
  filters: Filters,
  tz: string,
  total: number | null,
): BulkTarget | null {
  const filter = combinedFilter(filters)
  const params = filterParams(filters.rules)
  if (isAll) return { count: total, selection: { filter, tz }, runs: null, actions: both, csv: params }
  if (reasons.size > 0) {
    const keys = [...reasons.keys()]
    return {
      count: [...reasons.values()].reduce((sum, reason) => sum + reason.count, 0),
      selection: { filter: { and: [...(filter.and ?? []), { field: 'reason', values: keys }] }, tz },
      runs: null,
      actions: ['retry'],
      csv: { ...params, reason: keys.join(',') },
    }
  }
  if (runs.size === 0) return null
  const chosen = [...runs.values()]
  return {
    count: chosen.length,
    selection: { ids: [...runs.keys()] },
    runs: chosen,
    actions: actionsOf(chosen),
    csv: null,
  }
}
