import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '#api/errors.ts'
import { q } from '#api/query/query.ts'
import { run as runApi, type RunSummary } from '#contract/billing.ts'
import { dayIn } from '#lib/time/calendar-day.ts'
import { useZone } from '#parts/display/zone.ts'
import { useNow } from '#ui/browser/now.ts'
import {
  comparedRange,
  daysOfPeriod,
  startedFilter,
  type ComparedRange,
  type DayRange,
  type Period,
} from '#parts/period/period.ts'
import { comparedFilter, summaryInput, type ChartName } from './billing-view.ts'
import type { CostGroup } from './charts/group-costs.ts'

type Summary = UseQueryResult<RunSummary, ApiError>

/** What the runs of the chosen period cost. */
export interface PeriodCosts {
  range: DayRange
  compared: ComparedRange
  /** The filter of these runs, for links. */
  filter: Record<string, string>
  /** By day and flow. */
  summary: Summary
  /** By day, of the compared period. */
  before: Summary
  /** By the other groups, which take the service longer. */
  others: Summary
}

/** @param enabled false if the service does not sum runs */
export function usePeriodCosts(period: Period, groups: readonly CostGroup[], enabled: boolean): PeriodCosts {
  const now = useNow()
  const zone = useZone()
  const range = daysOfPeriod(period, now, zone)
  const compared = comparedRange(period, now, zone)
  const filter = startedFilter(range, dayIn(now, zone))
  const ask = (filters: Record<string, string>, names: readonly ChartName[]) =>
    q(runApi.summary, summaryInput(filters, zone, names))
  const otherGroups = groups.filter((group) => group !== 'flow')
  return {
    range,
    compared,
    filter,
    summary: useQuery({ ...ask(filter, ['day', 'flow']), enabled }),
    // The time of day moves on: the figures of five minutes ago are shown until the new ones are loaded.
    before: useQuery({ ...ask(comparedFilter(compared), ['day']), placeholderData: keepPreviousData, enabled }),
    others: useQuery({ ...ask(filter, otherGroups), enabled }),
  }
}
