import { useLiveState } from '#api/live/live-state.ts'
import { AccountMenu } from '#shell/account/account-menu.tsx'
import { useAccountStatus, type FooterLine } from '#shell/account/account-status.ts'

/** Balance and runway, once known; and that live updates stopped. */
export function useFooterLines(): readonly FooterLine[] {
  const { lines } = useAccountStatus()
  const isBroken = useLiveState() === 'broken'
  return isBroken ? [...lines, { name: 'Live updates', value: 'Reconnecting…' }] : lines
}

export function NavigationFooter() {
  const lines = useFooterLines()
  return (
    <div className="nav-foot">
      {lines.length > 0 && (
        <div className="nav-lines">
          {lines.map((line) => (
            <div key={line.name}>
              <span className="cut">{line.name}</span>
              <span className={`whitespace-nowrap ${line.strong ? 'font-semibold text-text' : ''}`}>{line.value}</span>
            </div>
          ))}
        </div>
      )}
      <AccountMenu />
    </div>
  )
}
