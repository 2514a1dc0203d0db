import { Suspense } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import { useConnections } from '#api/connection/use-connections.ts'
import { paths } from '#ui/paths.ts'
import { Logo } from '#ui/feedback/logo.tsx'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { NavigationFooter } from './navigation-footer.tsx'
import { nonViewParameters, builtInViews, builtInViewOfQuery } from './built-in-views.ts'
import { useKnownViewCounts, useAccountStatus, type NavBadge } from '#shell/account/account-status.ts'
import { maxBarItems, navItems, type NavItem } from './nav-items.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** Saved views load after the page itself. */
const SavedBranches = lazyPart(async () => (await import('./saved-view-links.tsx')).SavedViewLinks)

/** The views of the inbox, if it is open and the column is wide enough. */
function Branches() {
  const [query] = useSearchParams()
  const counts = useKnownViewCounts()
  const shown = builtInViewOfQuery(query, nonViewParameters)
  const hasViews = useExtension('views')
  return (
    <>
      {builtInViews.map((view) => {
        const count = counts.get(view.name)
        return (
          <Link
            key={view.name}
            className="branch"
            to={`${paths.inbox}?${view.query}`}
            aria-current={view === shown ? 'true' : undefined}
          >
            {view.label}
            {count !== undefined && <span className="n">{count.toLocaleString()}</span>}
          </Link>
        )
      })}
      {hasViews && (
        <Suspense>
          <SavedBranches shown={query.get('view')} />
        </Suspense>
      )}
    </>
  )
}

function StopLink({
  stop: { path, label, icon: Icon },
  isBeyondBar,
  railed,
  beside,
}: {
  stop: NavItem
  isBeyondBar: boolean
  railed: boolean
  beside: NavBadge | null
}) {
  const { pathname } = useLocation()
  const isHere = pathname === path || pathname.startsWith(`${path}/`)
  const words = beside?.isBad ? `${label}, ${beside.words}` : label
  return (
    // If the label is visible, the tooltip would repeat it.
    <Tooltip words={words} side="right" className={railed ? 'max-sm:hidden' : 'max-sm:hidden lg:hidden'}>
      <Link
        className={`stop ${isBeyondBar ? 'beyond-bar' : ''}`}
        to={path}
        aria-current={isHere ? (pathname === path ? 'page' : 'true') : undefined}
      >
        <Icon />
        <span>{label}</span>
        {beside !== null && (
          <>
            <span className={`n ${beside.isBad ? 'bad' : ''}`} aria-hidden="true">
              {beside.count}
            </span>
            <span className="sr-only">{beside.words}</span>
          </>
        )}
      </Link>
    </Tooltip>
  )
}

/** The logo; with several connections also the name of the current one. */
function Brand() {
  const { all, used } = useConnections()
  const isOne = all.length === 1
  return (
    <Link className="brand" to={paths.home} aria-label={`Flow Console, ${isOne ? '' : `${used.name}, `}start`}>
      <Logo />
      <span>
        <span>Flow Console</span>
        {!isOne && <bdi className="cut text-xs font-normal text-text-2">{used.name}</bdi>}
      </span>
    </Link>
  )
}

/** The navigation: a column, a rail or, on a phone, the bar at the bottom, depending on the width. */
export function Navigation({ railed }: { railed: boolean }) {
  const { pathname } = useLocation()
  const { besides } = useAccountStatus()
  return (
    <nav className="nav" aria-label="Main">
      <Brand />
      <div className="nav-line">
        {navItems.map((stop, index) => (
          <div key={stop.path} className="contents">
            <StopLink
              stop={stop}
              isBeyondBar={index >= maxBarItems}
              railed={railed}
              beside={besides[stop.path] ?? null}
            />
            {stop.path === paths.inbox && pathname === paths.inbox && !railed && <Branches />}
          </div>
        ))}
      </div>
      <NavigationFooter />
    </nav>
  )
}
