import { Ellipsis } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import { useConnections } from '#api/connection/use-connections.ts'
import { paths } from '#ui/paths.ts'
import { Logo } from '#ui/feedback/logo.tsx'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import { NavigationFooter } from './navigation-footer.tsx'
import {
  allConversationsQuery,
  builtInViews,
  builtInViewOfQuery,
  isAllConversations,
  nonViewParameters,
  openView,
} from './built-in-views.ts'
import { useKnownViewCounts, useAccountStatus, type NavBadge } from '#shell/account/account-status.ts'
import { isAtNavItem, useNavItems, type NavItem } from './nav-items.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** Saved views load after the page itself. */
const SavedViewLinks = lazyPart(async () => (await import('./saved-view-links.tsx')).SavedViewLinks)

const AccountItems = lazyPart(async () => (await import('#shell/account/account-menu.tsx')).AccountItems)

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
            className={`branch ${view === openView ? '' : 'of-open'}`}
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

function NavItemLink({ item, isRail, badge }: { item: NavItem; isRail: boolean; badge: NavBadge | null }) {
  const { path, label, icon: Icon, isInBar } = item
  const { pathname } = useLocation()
  const isCurrent = isAtNavItem(item, pathname)
  const words = badge !== null && badge.tone !== null ? `${label}, ${badge.words}` : label
  return (
    // If the label is visible, the tooltip would repeat it.
    <Tooltip words={words} side="right" className={isRail ? 'max-sm:hidden' : 'max-sm:hidden lg:hidden'}>
      <Link
        className={`stop ${isInBar ? '' : 'beyond-bar'}`}
        to={path}
        aria-current={isCurrent ? (pathname === path ? 'page' : 'true') : undefined}
      >
        <Icon />
        <span>{label}</span>
        {badge !== null && (
          <>
            <span className={`n ${badge.tone ?? ''}`} aria-hidden="true">
              {badge.count}
            </span>
            <span className="sr-only">{badge.words}</span>
          </>
        )}
      </Link>
    </Tooltip>
  )
}

/** Only loaded for a console with several services. */
const ServiceSwitcher = lazyPart(async () => (await import('#shell/services/service-switcher.tsx')).ServiceSwitcher, {
  preload: 'on use',
})

/** The logo; with several services the switcher below it, which has the name of the current one. */
function Brand() {
  const { all } = useConnections()
  return (
    <>
      <Link className="brand" to={paths.home} aria-label="Flow Console, home">
        <Logo />
        <span>Flow Console</span>
      </Link>
      {all.length > 1 && (
        <Suspense fallback={<div className="h-10" />}>
          <ServiceSwitcher />
        </Suspense>
      )}
    </>
  )
}

const badgeTones = { bad: 'text-bad', warn: 'text-warn' }

const MenuBadge = ({ badge }: { badge: NavBadge | null }) =>
  badge && <span className={`ml-2 text-xs ${badge.tone ? badgeTones[badge.tone] : 'text-text-3'}`}>{badge.words}</span>

/** The menu with what has no room on a phone: pages with their badges, and the account. */
function MoreItems({ badges }: { badges: Readonly<Record<string, NavBadge | null>> }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const itemsInMenu = useNavItems().filter((item) => !item.isInBar)
  const marks = itemsInMenu.map(({ path }) => badges[path] ?? null)
  const mark = marks.find((badge) => badge?.tone === 'bad') ?? marks.find((badge) => badge?.tone === 'warn')
  const isCurrent = itemsInMenu.some((item) => isAtNavItem(item, pathname))
  return (
    <div className="contents sm:hidden">
      <Menu
        trigger={
          <button type="button" className="stop" aria-current={isCurrent ? 'true' : undefined}>
            <Ellipsis />
            <span>More</span>
            {mark != null && (
              <>
                <span className={`n ${mark.tone ?? ''}`} aria-hidden="true" />
                <span className="sr-only">{mark.words}</span>
              </>
            )}
          </button>
        }
      >
        {itemsInMenu.map((item) => (
          <MenuItem key={item.path} icon={<item.icon />} onSelect={() => void navigate(item.path)}>
            {item.label}
            <MenuBadge badge={badges[item.path] ?? null} />
          </MenuItem>
        ))}
        <MenuLine />
        <Suspense>
          <AccountItems />
        </Suspense>
      </Menu>
    </div>
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
        {useNavItems().map((item) => (
          <div key={item.path} className="contents">
            <NavItemLink item={item} isRail={isRail} badge={badges[item.path] ?? null} />
            {item.path === paths.inbox && pathname === paths.inbox && !isRail && <InboxViewLinks />}
          </div>
        ))}
        <MoreItems badges={badges} />
      </div>
      <NavigationFooter />
    </nav>
  )
}
