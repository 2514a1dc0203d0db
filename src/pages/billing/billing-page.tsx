import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useExtension, useLacks } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { balance as balanceApi, type Balance } from '#contract/billing.ts'
import { modelAndToolCosts } from '#contract/kernel/extensions.ts'
import { daysBetween } from '#lib/time/calendar-day.ts'
import { formatClock } from '#lib/time/format-time.ts'
import { rawIcon, rawLabel, useRaw } from '#parts/display/use-raw.tsx'
import { useZone } from '#parts/display/zone.ts'
import { previousDaysWords } from '#parts/period/period.ts'
import { PeriodControl } from '#parts/period/period-control.tsx'
import { Page, type PageAction } from '#shell/page.tsx'
import { currentSearchParams } from '#ui/paths.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import { IconButton } from '#ui/controls/button.tsx'
import { FiguresSkeleton } from './balance-figure.tsx'
import { BillingTabs } from './billing-tabs.tsx'
import './billing.css'
import { movedRunsPath, readBillingView, withForm, writeBillingView, type BillingView } from './billing-view.ts'
import { ChartsSkeleton } from './charts/chart-section.tsx'
import { costGroupsOf } from './charts/group-costs.ts'
import { CountingNote } from './counting-note.tsx'
import { PeriodFigures } from './period-figures.tsx'
import { usePeriodCosts } from './use-period-costs.ts'

/** Code that is loaded together with its data. */
const BalanceStrip = lazyPart(async () => (await import('./balance-strip.tsx')).BalanceStrip, { preload: 'now' })
const CostCharts = lazyPart(async () => (await import('./charts/cost-charts.tsx')).CostCharts, { preload: 'now' })

const rawAction = (money: Balance | undefined, show: (name: string, of: object) => void): PageAction => ({
  label: rawLabel,
  icon: rawIcon,
  reason: money === undefined ? 'The balance has not loaded yet.' : null,
  onSelect: () => money && show('the balance', money),
})

/** The balance, and the cost of the runs of a period. The URL contains the period and which charts are tables. */
function BillingOverview() {
  const [query, setQuery] = useSearchParams()
  const zone = useZone()
  const view = useMemo(() => readBillingView(query), [query])
  const groups = costGroupsOf(useExtension(modelAndToolCosts))
  const hasRunDetail = useExtension('run_detail')
  const hasNoSums = useLacks('run.summary')
  const hasSums = hasRunDetail && !hasNoSums
  const hasBalance = !useLacks('balance.read')
  const { data: money, dataUpdatedAt } = useQuery({ ...q(balanceApi.read, {}), enabled: hasBalance })
  const costs = usePeriodCosts(view.period, groups, hasSums)
  const [isNoteOpen, setNoteOpen] = useState(false)
  // Reads the current URL, so that two clicks before a render both take effect.
  const changeView = (change: (view: BillingView) => BillingView) =>
    setQuery(writeBillingView(change(readBillingView(currentSearchParams()))))
  const raw = useRaw()
  const comparedWords = previousDaysWords(daysBetween(costs.range.first, costs.range.last) + 1)
  return (
    <Page
      title="Billing"
      more={hasBalance ? [rawAction(money, raw.show)] : []}
      busy={costs.summary.isFetching && costs.summary.data !== undefined}
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
        {hasSums && (
          <>
            <div className="period-bar">
              <PeriodControl
                period={view.period}
                range={costs.range}
                onPeriod={(period) => period !== 'any' && changeView((current) => ({ ...current, period }))}
              />
              <IconButton
                label="How these figures are counted"
                icon={<Info />}
                aria-expanded={isNoteOpen}
                onClick={() => setNoteOpen(!isNoteOpen)}
              />
            </div>
            {isNoteOpen && <CountingNote />}
          </>
        )}
        <div className="figure-groups">
          {hasSums && <PeriodFigures costs={costs} comparedWords={comparedWords} />}
          {hasBalance && (
            <Suspense fallback={<FiguresSkeleton />}>
              <BalanceStrip hasSums={hasSums} />
            </Suspense>
          )}
        </div>
        {hasSums && (
          <Suspense fallback={<ChartsSkeleton groups={groups} />}>
            <CostCharts
              costs={costs}
              groups={groups}
              comparedWords={comparedWords}
              tables={view.tables}
              onForm={(chart, form) => changeView((current) => withForm(current, chart, form))}
            />
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
