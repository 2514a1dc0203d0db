import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '#api/errors.ts'
import { q } from '#api/query/query.ts'
import { run as runApi, type RunSummary } from '#contract/billing.ts'
import { dayIn } from '#lib/time/calendar-day.ts'
import { useZone } from '#parts/display/zone.ts'
import { useNow } from '#ui/browser/now.ts'
import { comparedRange, daysOfPeriod, startedFilter, type ComparedRange, type DayRange } from '#parts/period/period.ts'
import { comparedFilter, summaryInput, type BillingView } from './billing-view.ts'

type Summary = UseQueryResult<RunSummary, ApiError>

/** What the runs of the chosen period cost. */
export interface PeriodCosts {
  range: DayRange
  compared: ComparedRange
  /** The filter of these runs, for links. */
  filter: Record<string, string>
  /** By day. */
  summary: Summary
  /** By day, of the compared period. */
  before: Summary
  /** By the chosen group. */
  groups: Summary
}

/** @param enabled false if the service does not sum runs */
export function usePeriodCosts({ period, by }: Pick<BillingView, 'period' | 'by'>, enabled: boolean): PeriodCosts {
  const now = useNow()
  const zone = useZone()
  const range = daysOfPeriod(period, now, zone)
  const compared = comparedRange(period, now, zone)
  const filter = startedFilter(range, dayIn(now, zone))
  const ask = (filters: Record<string, string>, group: 'day' | typeof by) =>
    q(runApi.summary, summaryInput(filters, zone, group))
  return {
    range,
    compared,
    filter,
    summary: useQuery({ ...ask(filter, 'day'), enabled }),
    // The time of day moves on: the figures of five minutes ago are shown until the new ones are loaded.
    before: useQuery({ ...ask(comparedFilter(compared), 'day'), placeholderData: keepPreviousData, enabled }),
    groups: useQuery({ ...ask(filter, by), enabled }),
  }
}
