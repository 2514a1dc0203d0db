import { useLiveState } from '#api/live/live-state.ts'
import { formatClock } from '#lib/time/format-time.ts'
import { useZone } from '#parts/display/zone.ts'
import { useNow } from '#ui/browser/now.ts'
import { useAccountStatus, type FooterLine } from '#shell/account/account-status.ts'

/** Whether the page is updated live; empty if the service has no events, or the page is hidden. */
function useLiveLine(): FooterLine[] {
  const state = useLiveState()
  if (state === 'live') return [{ name: 'Live updates', value: 'On' }]
  return state === 'broken' ? [{ name: 'Live updates', value: 'Reconnecting…' }] : []
}

/** Balance and runway, once known; the state of live updates; and the time in the console's zone. */
export function useFooterLines(): readonly FooterLine[] {
  const now = useNow()
  const zone = useZone()
  const { lines } = useAccountStatus()
  return [...lines, ...useLiveLine(), { name: zone, value: formatClock(now, zone) }]
}

export function NavigationFooter() {
  return (
    <div className="nav-foot">
      {useFooterLines().map((line) => (
        <div key={line.name}>
          <span className="cut">{line.name}</span>
          <span className={`whitespace-nowrap ${line.strong ? 'font-semibold text-text' : ''}`}>{line.value}</span>
        </div>
      ))}
    </div>
  )
}
