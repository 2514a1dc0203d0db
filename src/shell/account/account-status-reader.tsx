/** Reads how the account stands, for `standing`. Draws nothing itself. */
import { useEffect } from 'react'
import type { Balance } from '#contract/billing.ts'
import type { Budget } from '#contract/budget.ts'
import { count } from '#lib/count.ts'
import { formatSum } from '#lib/money/format-money.ts'
import { balanceRunwayShort } from '#parts/display/balance-runway.ts'
import { useZone } from '#parts/display/zone.ts'
import { paths } from '#ui/paths.ts'
import { useNow } from '#ui/browser/now.ts'
import { balanceBanner } from './balance-banner.ts'
import { budgetBanner } from './budget-banner.ts'
import {
  noCounts,
  unknownAccountStatus,
  accountStatus,
  viewCounts,
  type NavBadge,
  type FooterLine,
} from './account-status.ts'
import { useChannelsToFix, useUnread, useViewCounts } from '#shell/navigation/nav-counts.ts'
import { useBalance } from './use-balance.ts'
import { useBudgetAlerts } from './use-budgets.ts'

const linesOf = (money: Balance, now: number, zone: string): FooterLine[] => [
  { name: 'Available', value: formatSum(money.available, money.currency), strong: true },
  { name: 'Lasts until', value: balanceRunwayShort(money, { now, zone }) },
]

/** What is used up goes before what nearly is: the mark says the worse of both. */
function besideBilling(alerts: readonly Budget[]): NavBadge | null {
  const over = alerts.filter(({ state }) => state.status === 'over').length
  if (over > 0) return { count: `${over} used up`, words: `${count(over, 'budget')} used up`, isBad: true }
  const near = alerts.length
  return near > 0 ? { count: `${near} near`, words: `${count(near, 'budget')} nearly used up`, isBad: true } : null
}

export function AccountStatusReader() {
  const now = useNow()
  const zone = useZone()
  const money = useBalance()
  const alerts = useBudgetAlerts()
  const toFix = useChannelsToFix()
  const unread = useUnread()
  useEffect(() => {
    const [worst] = alerts
    accountStatus.set({
      money: money === null ? null : balanceBanner(money, now),
      budget: worst === undefined ? null : budgetBanner(worst),
      lines: money === null ? [] : linesOf(money, now, zone),
      besides: {
        [paths.channels]: toFix ? { count: `${toFix} to fix`, words: `${toFix} to fix`, isBad: true } : null,
        [paths.billing]: besideBilling(alerts),
        [paths.inbox]: unread ? { count: unread.toLocaleString(), words: `${unread} unread`, isBad: false } : null,
      },
    })
  }, [now, zone, money, alerts, toFix, unread])
  useEffect(() => () => accountStatus.set(unknownAccountStatus), [])
  return null
}

/** Counts the ready-made views of the inbox, while they are shown. */
export function ViewCountsReader() {
  const counts = useViewCounts()
  useEffect(() => viewCounts.set(counts))
  useEffect(() => () => viewCounts.set(noCounts), [])
  return null
}
