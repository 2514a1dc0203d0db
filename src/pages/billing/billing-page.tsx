import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { balance as balanceApi, run as runApi, type Balance, type Run } from '#contract/billing.ts'
import { count } from '#lib/count.ts'
import { formatClock } from '#lib/time/format-time.ts'
import { filterParams, type Filters } from '#parts/filters/rules.ts'
import { firstPlace, type ListPlace } from '#parts/lists/list-place.ts'
import { useRunNavigation } from '#parts/runs/run-navigation.ts'
import { rawIcon, rawLabel, useRaw } from '#parts/display/use-raw.tsx'
import { useCsv } from '#parts/lists/use-csv.tsx'
import { useZone } from '#parts/display/zone.ts'
import { Page, type PageAction } from '#shell/page.tsx'
import { paths, currentSearchParams } from '#ui/paths.ts'
import { useNow } from '#ui/browser/now.ts'
import { FiguresSkeleton } from './balance-figure.tsx'
import { BillingTabs } from './billing-tabs.tsx'
import './billing.css'
import {
  billingFiltersOf,
  billingListInput,
  readBillingView,
  refusedBillingFilters,
  summaryInput,
  withFilters,
  writeBillingView,
  type BillingView,
} from './billing-view.ts'
import { ChartsSkeleton } from './charts/chart-section.tsx'
import { comparedWords } from './money-words.ts'
import { RunsSection } from './runs-section.tsx'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** Code that is loaded together with its data. */
const BalanceStrip = lazyPart(async () => (await import('./balance-strip.tsx')).BalanceStrip, { preload: 'now' })
const CostCharts = lazyPart(async () => (await import('./charts/cost-charts.tsx')).CostCharts, { preload: 'now' })
/** Search and filters, which the first runs do not wait for. */
const RunsBar = lazyPart(async () => (await import('./runs-bar.tsx')).BillingRunsBar, { preload: 'now' })
/** Loaded when the first run is opened. */
const RunPanel = lazyPart(async () => (await import('#parts/runs/run-panel.tsx')).RunPanel)

/** The view in the current URL, so that two clicks before a render both take effect. */
const latestView = (): BillingView => readBillingView(currentSearchParams())

const rawAction = (money: Balance | undefined, show: (name: string, of: object) => void): PageAction => ({
  label: rawLabel,
  icon: rawIcon,
  reason: money === undefined ? 'The balance has not loaded yet.' : null,
  onSelect: () => money && show('the balance', money),
})

/**
 * The balance, and runs with their costs. The URL contains filters, order, page, the open run and the form of the
 * charts.
 */
export function BillingPage() {
  const [query, setQuery] = useSearchParams()
  const now = useNow()
  const zone = useZone()
  const view = useMemo(() => readBillingView(query), [query])
  const filters = billingFiltersOf(view, now, zone)
  const hasDetail = useExtension('run_detail')
  const { data: money } = useQuery(q(balanceApi.read, {}))
  const runs = useQuery(q(runApi.list, billingListInput(view, filters, zone, view.place)))
  const summary = useQuery({
    ...q(runApi.summary, summaryInput(filters, zone, view.by)),
    placeholderData: keepPreviousData,
    enabled: hasDetail,
  })
  const onView = (change: Partial<BillingView>, replace = false) =>
    setQuery(writeBillingView({ ...latestView(), ...change }), { replace })
  const onFilters = (next: Filters) => onView(withFilters(latestView(), next, now, zone))
  const linkTo = useCallback((run: Run) => `${paths.billing}?${writeBillingView({ ...view, run: run.id })}`, [view])
  const navigation = useRunNavigation(
    runs.data,
    view.place,
    view.run,
    (place: ListPlace) => billingListInput(view, filters, zone, place),
    (run, place) => onView({ run, place }, true),
  )
  const rows = runs.data?.results ?? []
  const currency = money?.currency ?? rows[0]?.currency ?? null
  const raw = useRaw()
  const sums = hasDetail ? summary.data : undefined
  const csvInput = { tz: zone, ordering: view.ordering, filters: filterParams(filters.rules) }
  const csv = useCsv(runApi.list, 'runs.csv', csvInput, sums === undefined ? null : count(sums.totals.count, 'run'))
  return (
    <Page
      title="Billing"
      actions={csv}
      more={[rawAction(money, raw.show)]}
      busy={(runs.isFetching && runs.data !== undefined) || (summary.isFetching && summary.data !== undefined)}
      titleAside={
        runs.dataUpdatedAt > 0 && (
          <span className="cut text-xs text-text-3 max-sm:hidden">
            As of {formatClock(runs.dataUpdatedAt, zone)} · {zone}
          </span>
        )
      }
    >
      {raw.view}
      <BillingTabs value="runs" />
      <div className="flex min-h-0 flex-1">
        <div className="billing flex min-h-0 min-w-0 flex-1 flex-col overflow-auto">
          <Suspense fallback={<FiguresSkeleton />}>
            <BalanceStrip hasSums={hasDetail} />
          </Suspense>
          {hasDetail && (
            <Suspense fallback={<ChartsSkeleton />}>
              <CostCharts summary={summary} filters={filters} view={view} onView={onView} />
            </Suspense>
          )}
          <Suspense fallback={<div className="h-12 flex-none" />}>
            <RunsBar
              filters={filters}
              onFilters={onFilters}
              ordering={view.ordering}
              ignoredParameters={refusedBillingFilters(query)}
              onOrdering={(ordering) => onView({ ordering, place: firstPlace })}
              summary={sums}
              currency={currency}
            />
          </Suspense>
          <RunsSection
            runs={runs}
            filters={filters}
            onFilters={onFilters}
            view={view}
            onView={onView}
            linkTo={hasDetail ? linkTo : null}
            comparison={sums === undefined ? '' : comparedWords(sums)}
            currency={currency}
          />
        </div>
        {hasDetail && view.run !== null && (
          <Suspense>
            <RunPanel
              id={view.run}
              row={rows.find((run) => run.id === view.run)}
              navigation={navigation}
              onClose={() => onView({ run: null })}
            />
          </Suspense>
        )}
      </div>
    </Page>
  )
}
