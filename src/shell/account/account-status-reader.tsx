/** Reads how the account stands, for `standing`. Draws nothing itself. */
import { useEffect } from 'react'
import type { Balance } from '#contract/billing.ts'
import type { Budget } from '#contract/budget.ts'
import { count } from '#lib/count.ts'
import { formatSum } from '#lib/money/format-money.ts'
import { lastsUntilShort } from '#parts/display/balance-runway.ts'
import { useZone } from '#parts/display/zone.ts'
import { paths } from '#ui/paths.ts'
import { useNow } from '#ui/browser/now.ts'
import { balanceWords } from './balance-banner.ts'
import { budgetWords } from './budget-banner.ts'
import { noCounts, nothingKnown, standing, viewCounts, type Beside, type FootLine } from './account-status.ts'
import { useChannelsToFix, useUnread, useViewCounts } from '#shell/navigation/nav-counts.ts'
import { useBalance } from './use-balance.ts'
import { useBudgetAlerts } from './use-budgets.ts'

const linesOf = (money: Balance, now: number, zone: string): FootLine[] => [
  { name: 'Available', value: formatSum(money.available, money.currency), strong: true },
  { name: 'Lasts until', value: lastsUntilShort(money, { now, zone }) },
]

/** What is used up goes before what nearly is: the mark says the worse of both. */
function besideBilling(alerts: readonly Budget[]): Beside | null {
  const over = alerts.filter(({ state }) => state.status === 'over').length
  if (over > 0) return { count: `${over} used up`, words: `${count(over, 'budget')} used up`, isBad: true }
  const near = alerts.length
  return near > 0 ? { count: `${near} near`, words: `${count(near, 'budget')} nearly used up`, isBad: true } : null
}

export function ReadStanding() {
  const now = useNow()
  const zone = useZone()
  const money = useBalance()
  const alerts = useBudgetAlerts()
  const toFix = useChannelsToFix()
  const unread = useUnread()
  useEffect(() => {
    const [worst] = alerts
    standing.set({
      money: money === null ? null : balanceWords(money, now),
      budget: worst === undefined ? null : budgetWords(worst),
      lines: money === null ? [] : linesOf(money, now, zone),
      besides: {
        [paths.channels]: toFix ? { count: `${toFix} to fix`, words: `${toFix} to fix`, isBad: true } : null,
        [paths.billing]: besideBilling(alerts),
        [paths.inbox]: unread ? { count: unread.toLocaleString(), words: `${unread} unread`, isBad: false } : null,
      },
    })
  }, [now, zone, money, alerts, toFix, unread])
  useEffect(() => () => standing.set(nothingKnown), [])
  return null
}

/** Counts the ready-made views of the inbox, while they are shown. */
export function ReadViewCounts() {
  const counts = useViewCounts()
  useEffect(() => viewCounts.set(counts))
  useEffect(() => () => viewCounts.set(noCounts), [])
  return null
}
