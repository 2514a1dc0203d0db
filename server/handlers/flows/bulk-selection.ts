/** The runs of a bulk request: those that it selects, and why some are left out. */
import { runFields } from '#contract/billing.ts'
import { maxBulkRuns, type bulkActions } from '#contract/run-work.ts'
import { readGroup, type FilterGroup } from '#contract/filter/filter-group.ts'
import { permanentDetail, retryOutlookOf } from '#contract/values/retry-outlook.ts'
import { invalid } from '#server/base/fault.ts'
import { runObstacle } from '#server/engine/bulk/run-obstacle.ts'
import { defaultZone, type Context } from '#server/protocol/handler.ts'
import { refuseFilter } from '#server/protocol/query.ts'
import { selectRunsByFilter, selectRunsById, type SelectedRun } from '#server/store/runs/run-bulk-selection.ts'

export interface BulkSelection {
  action: (typeof bulkActions)[number]
  ids?: string[] | undefined
  filter?: FilterGroup | undefined
  tz?: string | undefined
  skip_permanent?: boolean | undefined
}

export type BulkRun = SelectedRun & {
  /** Why the action leaves the run out; null = it applies. */
  obstacle: string | null
  /** Whether a retry applies, or would apply, but fails again. */
  isPermanent: boolean
}

async function selectRuns({ scope, caller }: Context, { ids, filter, tz }: BulkSelection): Promise<SelectedRun[]> {
  if (ids) {
    const runs = await selectRunsById(scope, ids)
    const known = new Set(runs.map(({ id }) => id))
    const unknown = ids.findIndex((id) => !known.has(id))
    if (unknown >= 0) throw invalid(`ids.${unknown}`, 'No run has this id.')
    return runs
  }
  const { group, errors } = readGroup(runFields, filter ?? {})
  refuseFilter(errors)
  return selectRunsByFilter(scope, [group], { zone: tz ?? defaultZone, caller: caller.id })
}

/** 400 if an id is unknown, or if more runs match than a bulk action may have. */
export async function bulkRuns(context: Context, selection: BulkSelection): Promise<BulkRun[]> {
  const runs = await selectRuns(context, selection)
  if (runs.length > maxBulkRuns) throw invalid('filter', `More than ${maxBulkRuns} runs match. Narrow the filter.`)
  const { action } = selection
  const found = runs.map((one) => ({ ...one, obstacle: runObstacle(action, one), isPermanent: false }))
  if (action === 'cancel') return found
  // The run that started it starts it again.
  const retried = new Set(found.filter(({ obstacle }) => obstacle === null).map(({ id }) => id))
  return found.map((one) => {
    if (one.obstacle !== null) return one
    if (one.parentRun !== null && retried.has(one.parentRun))
      return { ...one, obstacle: 'Retried with the run that started it.' }
    const isPermanent = retryOutlookOf({ code: one.errorCode ?? '' }) === 'same'
    return { ...one, isPermanent, obstacle: isPermanent && selection.skip_permanent === true ? permanentDetail : null }
  })
}
