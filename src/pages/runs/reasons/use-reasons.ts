import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import type { ApiError } from '#api/errors.ts'
import { q } from '#api/query/query.ts'
import { run as runApi } from '#contract/billing.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { runWork, type RunReasons } from '#contract/run-work.ts'
import { filterParams, type Filters } from '#parts/filters/rules.ts'
import { readPages } from '#parts/lists/read-pages.ts'
import { unsuccessfulStatuses } from '#parts/runs/run-reason.ts'
import { withFieldValues } from '#pages/runs/run-list-view.ts'
import { groupRuns, type GroupedRuns } from './reason-groups.ts'

/** Pages that the browser reads to group runs itself: a longer list is not grouped. */
const maxPages = 5
export const maxGroupedRuns = maxPages * maxLimit

export interface Reasons {
  data: RunReasons | undefined
  /** The runs of each reason and how many were read, if the browser grouped them; null if the service did. */
  grouped: (GroupedRuns & { read: number; isComplete: boolean }) | null
  error: ApiError | null
  isFetching: boolean
  retry: () => void
}

/** The filters, restricted to runs that ended without success, unless they choose statuses. */
const unsuccessfulOnly = (filters: Filters): Filters =>
  filters.rules.some((rule) => rule.field.name === 'status')
    ? filters
    : withFieldValues(filters, 'status', unsuccessfulStatuses)

/** The reasons of the filtered runs from the service. Needs the extension `run_reasons`. */
function useServiceReasons(filters: Filters, zone: string, enabled: boolean): Reasons {
  const query = useQuery({
    ...q(runWork.reasons, { tz: zone, filters: filterParams(filters.rules) }),
    placeholderData: keepPreviousData,
    enabled,
  })
  return { ...query, grouped: null, retry: () => void query.refetch() }
}

/** The same, grouped in the browser from a list of at most `maxGroupedRuns` runs. */
function useBrowserReasons(filters: Filters, zone: string, enabled: boolean): Reasons {
  const input = { limit: maxLimit, tz: zone, filters: filterParams(unsuccessfulOnly(filters).rules) }
  const query = useQuery<GroupedRuns & { read: number; isComplete: boolean }, ApiError>({
    queryKey: [runApi.list.noun, 'run.grouped', input],
    queryFn: async ({ signal }) => {
      const { all, isComplete } = await readPages(maxPages, (place) =>
        call(runApi.list, { ...input, ...place }, { signal }),
      )
      return { ...groupRuns(all), read: all.length, isComplete }
    },
    placeholderData: keepPreviousData,
    enabled,
  })
  return {
    data: query.data?.reasons,
    grouped: query.data ?? null,
    error: query.error,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
  }
}

/** Why the filtered runs did not succeed. `isShown`: whether the reasons are displayed. */
export function useReasons(filters: Filters, zone: string, hasReasons: boolean, isShown: boolean): Reasons {
  const ofService = useServiceReasons(filters, zone, hasReasons && isShown)
  const ofBrowser = useBrowserReasons(filters, zone, !hasReasons && isShown)
  return hasReasons ? ofService : ofBrowser
}
