import { useLiveState } from '#api/live-state.ts'
import type { Balance } from '#contract/billing.ts'
import { isAbsent, isGiven } from '#lib/absent.ts'
import { formatSum } from '#lib/format-money.ts'
import { formatClock, formatDay } from '#lib/format-time.ts'
import { useZone } from '#parts/zone.ts'
import { useNow } from '#ui/now.ts'
import { useBalance } from './use-balance.ts'

function lastsUntil(money: Balance, now: number, zone: string): string {
  if (isAbsent(money.estimated_depletion_at)) return isGiven(money, 'estimated_depletion_at') ? 'no spend yet' : '—'
  return `about ${formatDay(money.estimated_depletion_at, { now, zone })}`
}

/** Whether what is shown follows what happens; nothing where the service tells no changes, or nobody looks. */
function useLiveLine(): { name: string; value: string }[] {
  const state = useLiveState()
  if (state === 'live') return [{ name: 'Changes', value: 'Live' }]
  return state === 'broken' ? [{ name: 'Changes', value: 'Reconnecting…' }] : []
}

/** What is available, how long it lasts, whether the page is live, and the zone of all times. Without an answer only the zone: it is not worth a word here. */
export function useFootLines(): { name: string; value: string; strong?: boolean }[] {
  const now = useNow()
  const zone = useZone()
  const data = useBalance()
  const live = useLiveLine()
  const clock = { name: zone, value: formatClock(now, zone) }
  if (data === null) return [...live, clock]
  return [
    { name: 'Available', value: formatSum(data.available, data.currency), strong: true },
    { name: 'Lasts until', value: lastsUntil(data, now, zone) },
    ...live,
    clock,
  ]
}

export function BalanceFoot() {
  return (
    <div className="nav-foot">
      {useFootLines().map((line) => (
        <div key={line.name}>
          <span className="cut">{line.name}</span>
          <span className={`whitespace-nowrap ${line.strong ? 'font-semibold text-text' : ''}`}>{line.value}</span>
        </div>
      ))}
    </div>
  )
}
