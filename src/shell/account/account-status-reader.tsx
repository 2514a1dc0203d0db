/** Reads balance, budgets and counts into `accountStatus`. Renders nothing. */
import { useEffect } from 'react'
import { type Balance, balance, run } from '#contract/billing.ts'
import { type Budget, budget } from '#contract/budget.ts'
import { isAbsent } from '#lib/absent.ts'
import { count } from '#lib/count.ts'
import { formatSum } from '#lib/money/format-money.ts'
import { balanceRunwayShort } from '#parts/display/balance-runway.ts'
import { useZone } from '#parts/display/zone.ts'
import { paths } from '#ui/paths.ts'
import { useNow } from '#ui/browser/now.ts'
import { balanceBanner, budgetBanner } from './money-banners.ts'
import {
  noCounts,
  unknownAccountStatus,
  accountStatus,
  viewCounts,
  type NavBadge,
  type FooterLine,
} from './account-status.ts'
import { useChannelsToFix, useOpenConversations, useViewCounts } from '#shell/navigation/nav-counts.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '#api/query/query.ts'
import { runsHaveCosts } from '#api/query/known-costs.ts'
import { useExtension, useLacks, useMissingEndpoints, useProduct } from '#api/query/me.ts'

/** Balance and budgets change with every run; a minute is accurate enough, and events arrive sooner. */
const refetchMs = 60_000

const noAlerts: readonly Budget[] = []

/** Budgets that have reached a threshold, in the service's order: most used first. None if they cannot be read. */
export function useBudgetAlerts(): readonly Budget[] {
  const enabled = useExtension('budgets')
  const { data } = useQuery({ ...q(budget.list, {}), enabled, refetchInterval: refetchMs, retry: false })
  return data?.results.filter(({ state }) => state.status !== 'ok') ?? noAlerts
}

/** The balance for the frame; null until it is known, or if it cannot be read. The frame then shows no balance. */
export function useBalance(): Balance | null {
  const enabled = !useLacks('balance.read')
  const { data } = useQuery({ ...q(balance.read, {}), enabled, refetchInterval: refetchMs, retry: false })
  return data === undefined || typeof data.available !== 'string' ? null : data
}

const linesOf = (money: Balance, now: number, zone: string): FooterLine[] => [
  { name: 'Balance', value: formatSum(money.available, money.currency), strong: true },
  { name: 'Runs out', value: balanceRunwayShort(money, { now, zone }) },
]

/** Exceeded budgets have precedence over the one that is nearest to it. */
function billingBadge(alerts: readonly Budget[]): NavBadge | null {
  const over = alerts.filter(({ state }) => state.status === 'over').length
  if (over > 0) return { count: `${over} used up`, words: `${count(over, 'budget')} used up`, tone: 'bad' }
  if (alerts.length === 0) return null
  const share = `${Math.max(...alerts.map(({ state }) => state.share)).toLocaleString()}%`
  return { count: `${share} used`, words: `${share} of a budget used`, tone: 'warn' }
}

/** Finds out whether a product without a balance knows what runs cost. */
function useRunCosts(): void {
  const isForeign = useProduct() !== null
  const missing = useMissingEndpoints()
  const hasDetail = useExtension('run_detail')
  const enabled = isForeign && hasDetail && !missing.includes('run.summary') && missing.includes('balance.read')
  const { data } = useQuery({ ...q(run.summary, {}), enabled, refetchInterval: refetchMs, retry: false })
  const haveCosts = data === undefined ? null : !isAbsent(data.totals.cost)
  useEffect(() => {
    if (haveCosts !== null) runsHaveCosts.set(haveCosts)
  }, [haveCosts])
}

export function AccountStatusReader() {
  useRunCosts()
  const now = useNow()
  const zone = useZone()
  const money = useBalance()
  const alerts = useBudgetAlerts()
  const toFix = useChannelsToFix()
  const open = useOpenConversations()
  useEffect(() => {
    // The banner of the sample workspace would not be seen.
    const worst = alerts.find(({ sample }) => sample !== true)
    accountStatus.set({
      money: money === null ? null : balanceBanner(money, now),
      budget: worst === undefined ? null : budgetBanner(worst),
      lines: money === null ? [] : linesOf(money, now, zone),
      badges: {
        [paths.channels]: toFix ? { count: `${toFix} to fix`, words: `${toFix} to fix`, tone: 'bad' } : null,
        [paths.billing]: billingBadge(alerts),
        [paths.inbox]: open ? { count: open.toLocaleString(), words: `${open} open`, tone: null } : null,
      },
    })
  }, [now, zone, money, alerts, toFix, open])
  useEffect(() => () => accountStatus.set(unknownAccountStatus), [])
  return null
}

/** Counts the built-in views of the inbox, while they are visible. */
export function ViewCountsReader() {
  const counts = useViewCounts()
  useEffect(() => viewCounts.set(counts))
  useEffect(() => () => viewCounts.set(noCounts), [])
  return null
}
