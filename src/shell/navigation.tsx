import { lazy, Suspense } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useExtension } from '#api/me.ts'
import { useConnections } from '#api/use-connections.ts'
import type { Budget } from '#contract/budget.ts'
import { count as countWords } from '#lib/count.ts'
import { paths } from '#src/paths.ts'
import { Mark } from '#ui/mark.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { BalanceFoot } from './balance-foot.tsx'
import { useBudgetAlerts } from './use-budgets.ts'
import { besideView, inboxViews, viewOfQuery } from './inbox-views.ts'
import { useChannelsToFix, useUnread, useViewCounts } from './stop-counts.ts'
import { maxBarStops, stops, type Stop } from './stops.ts'

/** Saved views come after what the page itself needs. */
const SavedBranches = lazy(async () => ({ default: (await import('./saved-branches.tsx')).SavedBranches }))

/** What stands beside a stop; `isBad` = somebody has to do something. */
interface Beside {
  count: string
  /** What is counted, for those who do not see where it stands. */
  words: string
  isBad: boolean
}

/** The views of the inbox, where it is open and the line is wide enough. */
function Branches() {
  const [query] = useSearchParams()
  const counts = useViewCounts()
  const shown = viewOfQuery(query, besideView)
  const hasViews = useExtension('views')
  return (
    <>
      {inboxViews.map((view) => {
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
  stop: Stop
  isBeyondBar: boolean
  railed: boolean
  beside: Beside | null
}) {
  const { pathname } = useLocation()
  const isHere = pathname === path || pathname.startsWith(`${path}/`)
  const words = beside?.isBad ? `${label}, ${beside.words}` : label
  return (
    // Where the word stands beside the stop, the tooltip would say it twice.
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

/** The mark; with several connections the name of the one that is used. */
function Brand() {
  const { all, used } = useConnections()
  const isOne = all.length === 1
  return (
    <Link className="brand" to={paths.home} aria-label={`Flow Console, ${isOne ? '' : `${used.name}, `}start`}>
      <Mark />
      <span>
        <span>Flow Console</span>
        {!isOne && <bdi className="cut text-xs font-normal text-text-2">{used.name}</bdi>}
      </span>
    </Link>
  )
}

/** What is used up goes before what nearly is: the mark says the worse of both. */
function besideBilling(alerts: readonly Budget[]): Beside | null {
  const over = alerts.filter(({ state }) => state.status === 'over').length
  if (over > 0) return { count: `${over} used up`, words: `${countWords(over, 'budget')} used up`, isBad: true }
  const near = alerts.length
  return near > 0 ? { count: `${near} near`, words: `${countWords(near, 'budget')} nearly used up`, isBad: true } : null
}

/** The line with stops; by the width of its column a rail, and on a phone the bar at the bottom. */
export function Navigation({ railed }: { railed: boolean }) {
  const { pathname } = useLocation()
  const toFix = useChannelsToFix()
  const unread = useUnread()
  const budgets = useBudgetAlerts()
  const besides: Record<string, Beside | null> = {
    [paths.channels]: toFix ? { count: `${toFix} to fix`, words: `${toFix} to fix`, isBad: true } : null,
    [paths.billing]: besideBilling(budgets),
    [paths.inbox]: unread ? { count: unread.toLocaleString(), words: `${unread} unread`, isBad: false } : null,
  }
  return (
    <nav className="nav" aria-label="Main">
      <Brand />
      <div className="nav-line">
        {stops.map((stop, index) => (
          <div key={stop.path} className="contents">
            <StopLink
              stop={stop}
              isBeyondBar={index >= maxBarStops}
              railed={railed}
              beside={besides[stop.path] ?? null}
            />
            {stop.path === paths.inbox && pathname === paths.inbox && !railed && <Branches />}
          </div>
        ))}
      </div>
      <BalanceFoot />
    </nav>
  )
}
