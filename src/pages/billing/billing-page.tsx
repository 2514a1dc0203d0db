import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { balance as balanceApi, run as runApi, type Balance } from '#contract/billing.ts'
import { formatClock } from '#lib/time/format-time.ts'
import { rawIcon, rawLabel, useRaw } from '#parts/display/use-raw.tsx'
import { useZone } from '#parts/display/zone.ts'
import { lastDaysRule } from '#parts/runs/run-filters.ts'
import { Page, type PageAction } from '#shell/page.tsx'
import { currentSearchParams } from '#ui/paths.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import { useNow } from '#ui/browser/now.ts'
import { FiguresSkeleton } from './balance-figure.tsx'
import { BillingTabs } from './billing-tabs.tsx'
import './billing.css'
import { movedRunsPath, readBillingView, summaryInput, writeBillingView, type BillingView } from './billing-view.ts'
import { ChartsSkeleton } from './charts/chart-section.tsx'

/** Code that is loaded together with its data. */
const BalanceStrip = lazyPart(async () => (await import('./balance-strip.tsx')).BalanceStrip, { preload: 'now' })
const CostCharts = lazyPart(async () => (await import('./charts/cost-charts.tsx')).CostCharts, { preload: 'now' })

const rawAction = (money: Balance | undefined, show: (name: string, of: object) => void): PageAction => ({
  label: rawLabel,
  icon: rawIcon,
  reason: money === undefined ? 'The balance has not loaded yet.' : null,
  onSelect: () => money && show('the balance', money),
})

/** The balance, and the cost of the runs of the last 30 days. The URL contains the form of the charts. */
function BillingOverview() {
  const [query, setQuery] = useSearchParams()
  const now = useNow()
  const zone = useZone()
  const view = useMemo(() => readBillingView(query), [query])
  const hasDetail = useExtension('run_detail')
  const { data: money, dataUpdatedAt } = useQuery(q(balanceApi.read, {}))
  const summary = useQuery({
    ...q(runApi.summary, summaryInput(lastDaysRule(now, zone), zone, view.by)),
    placeholderData: keepPreviousData,
    enabled: hasDetail,
  })
  // Reads the current URL, so that two clicks before a render both take effect.
  const onView = (change: Partial<BillingView>) =>
    setQuery(writeBillingView({ ...readBillingView(currentSearchParams()), ...change }))
  const raw = useRaw()
  return (
    <Page
      title="Billing"
      more={[rawAction(money, raw.show)]}
      busy={summary.isFetching && summary.data !== undefined}
      titleAside={
        dataUpdatedAt > 0 && (
          <span className="cut text-xs text-text-3 max-sm:hidden">
            As of {formatClock(dataUpdatedAt, zone)} · {zone}
          </span>
        )
      }
    >
      {raw.view}
      <BillingTabs value="overview" />
      <div className="billing flex min-h-0 min-w-0 flex-1 flex-col overflow-auto">
        <Suspense fallback={<FiguresSkeleton />}>
          <BalanceStrip hasSums={hasDetail} />
        </Suspense>
        {hasDetail && (
          <Suspense fallback={<ChartsSkeleton />}>
            <CostCharts summary={summary} view={view} onView={onView} />
          </Suspense>
        )}
      </div>
    </Page>
  )
}

/** Billing; an earlier address of runs is replaced by that of their page. */
export function BillingPage() {
  const [query] = useSearchParams()
  const moved = movedRunsPath(query)
  return moved === null ? <BillingOverview /> : <Navigate to={moved} replace />
}
