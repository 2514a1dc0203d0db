import { Suspense } from 'react'
import { useLiveState } from '#api/live/live-state.ts'
import { useAccountStatus, type FooterLine } from '#shell/account/account-status.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** The menu loads after the page itself. */
const AccountMenu = lazyPart(async () => (await import('#shell/account/account-menu.tsx')).AccountMenu)

/** Balance and runway, once known; and that live updates stopped. */
export function useFooterLines(): readonly FooterLine[] {
  const { lines } = useAccountStatus()
  const isBroken = useLiveState() === 'broken'
  return isBroken ? [...lines, { name: 'Live updates', value: 'Reconnecting…' }] : lines
}

export function NavigationFooter() {
  const lines = useFooterLines()
  const live = useLiveState()
  return (
    <div className="nav-foot" data-live={live}>
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
      <Suspense fallback={<div className="account" />}>
        <AccountMenu />
      </Suspense>
    </div>
  )
}
