import { Suspense } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import { useConnections } from '#api/connection/use-connections.ts'
import { paths } from '#ui/paths.ts'
import { Logo } from '#ui/feedback/logo.tsx'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { NavigationFooter } from './navigation-footer.tsx'
import {
  allConversationsQuery,
  builtInViews,
  builtInViewOfQuery,
  isAllConversations,
  nonViewParameters,
} from './built-in-views.ts'
import { useKnownViewCounts, useAccountStatus, type NavBadge } from '#shell/account/account-status.ts'
import { maxBarItems, navItems, type NavItem } from './nav-items.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** Saved views load after the page itself. */
const SavedViewLinks = lazyPart(async () => (await import('./saved-view-links.tsx')).SavedViewLinks)

/** The views of the inbox, if it is open and the column is wide enough. */
function InboxViewLinks() {
  const [query] = useSearchParams()
  const counts = useKnownViewCounts()
  const currentView = builtInViewOfQuery(query, nonViewParameters)
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
            aria-current={view === currentView ? 'true' : undefined}
          >
            {view.label}
            {count !== undefined && <span className="n">{count.toLocaleString()}</span>}
          </Link>
        )
      })}
      {hasViews && (
        <Suspense>
          <SavedViewLinks currentId={query.get('view')} />
        </Suspense>
      )}
      <Link
        className="branch"
        to={`${paths.inbox}?${allConversationsQuery}`}
        aria-current={isAllConversations(query) ? 'true' : undefined}
      >
        All
      </Link>
    </>
  )
}

function NavItemLink({
  item: { path, label, icon: Icon },
  isInPageMenu,
  isRail,
  badge,
}: {
  item: NavItem
  isInPageMenu: boolean
  isRail: boolean
  badge: NavBadge | null
}) {
  const { pathname } = useLocation()
  const isCurrent = pathname === path || pathname.startsWith(`${path}/`)
  const words = badge?.isBad ? `${label}, ${badge.words}` : label
  return (
    // If the label is visible, the tooltip would repeat it.
    <Tooltip words={words} side="right" className={isRail ? 'max-sm:hidden' : 'max-sm:hidden lg:hidden'}>
      <Link
        className={`stop ${isInPageMenu ? 'beyond-bar' : ''}`}
        to={path}
        aria-current={isCurrent ? (pathname === path ? 'page' : 'true') : undefined}
      >
        <Icon />
        <span>{label}</span>
        {badge !== null && (
          <>
            <span className={`n ${badge.isBad ? 'bad' : ''}`} aria-hidden="true">
              {badge.count}
            </span>
            <span className="sr-only">{badge.words}</span>
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
    <Link className="brand" to={paths.home} aria-label={`Flow Console, ${isOne ? '' : `${used.name}, `}home`}>
      <Logo />
      <span>
        <span>Flow Console</span>
        {!isOne && <bdi className="cut text-xs font-normal text-text-2">{used.name}</bdi>}
      </span>
    </Link>
  )
}

/** The navigation: a column, a rail or, on a phone, the bar at the bottom, depending on the width. */
export function Navigation({ isRail }: { isRail: boolean }) {
  const { pathname } = useLocation()
  const { badges } = useAccountStatus()
  return (
    <nav className="nav" aria-label="Main">
      <Brand />
      <div className="nav-line">
        {navItems.map((item, index) => (
          <div key={item.path} className="contents">
            <NavItemLink
              item={item}
              isInPageMenu={index >= maxBarItems}
              isRail={isRail}
              badge={badges[item.path] ?? null}
            />
            {item.path === paths.inbox && pathname === paths.inbox && !isRail && <InboxViewLinks />}
          </div>
        ))}
      </div>
      <NavigationFooter />
    </nav>
  )
}
