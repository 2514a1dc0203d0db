import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { Outlet, useLocation, useMatch, useNavigate } from 'react-router'
import { sessionEnded } from '#api/connection/session-end.ts'
import { meQuery } from '#api/query/me.ts'
import { paths } from '#ui/paths.ts'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Toasts } from '#ui/overlays/toast.tsx'
import { Banners } from './account/banners.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Navigation } from './navigation/navigation.tsx'
import { closeOverlay, openOverlay } from './palette/open-overlay.ts'
import { useAbsentPage, useNavItems } from './navigation/nav-items.ts'
import { useLiveUpdates } from './use-live-updates.ts'
import { useIsPageLoaded } from './use-page-read.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** Replaces an overlay that could not be loaded: the page stays, and a banner explains it. */
function MissingOverlay() {
  useEffect(closeOverlay, [])
  return null
}

const Palette = lazyPart(async () => (await import('./palette/palette.tsx')).Palette, { Missing: MissingOverlay })
const ShortcutSheet = lazyPart(async () => (await import('./palette/shortcut-sheet.tsx')).ShortcutSheet, {
  Missing: MissingOverlay,
})
const HelpSheet = lazyPart(async () => (await import('./help/help-sheet.tsx')).HelpSheet, { Missing: MissingOverlay })
/** Loaded on use, since its texts are long and rarely read. */
const NewsSheet = lazyPart(async () => (await import('./help/news-sheet.tsx')).NewsSheet, {
  Missing: MissingOverlay,
  preload: 'on use',
})
/** Fallback for invisible parts that could not be loaded. */
const EmptyFallback = () => null
/** The account status loads after the page itself. */
const AccountStatusReader = lazyPart(
  async () => (await import('./account/account-status-reader.tsx')).AccountStatusReader,
  {
    Missing: EmptyFallback,
  },
)
const ViewCountsReader = lazyPart(async () => (await import('./account/account-status-reader.tsx')).ViewCountsReader, {
  Missing: EmptyFallback,
})
const InterruptedDeletions = lazyPart(
  async () => (await import('./account/interrupted-deletions.tsx')).InterruptedDeletions,
  {
    Missing: EmptyFallback,
  },
)
const AbsentPage = lazyPart(async () => (await import('./absent-page.tsx')).AbsentPage, { preload: 'on use' })
const SessionDialog = lazyPart(async () => (await import('./session/session-dialog.tsx')).SessionDialog)

/** ⌘K and Ctrl K work everywhere, also while typing. */
function usePaletteKey() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      openOverlay.set('palette')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function Overlays() {
  const overlay = useSyncExternalStore(openOverlay.subscribe, openOverlay.get)
  const hasEnded = useSyncExternalStore(sessionEnded.subscribe, sessionEnded.get)
  return (
    <ErrorBoundary part={overlay}>
      {/* An open dialog while the code loads, so that typed keys do not trigger shortcuts. */}
      <Suspense fallback={<dialog open className="dialog palette" aria-label="Loading" />}>
        {overlay === 'palette' && <Palette />}
        {overlay === 'shortcuts' && <ShortcutSheet />}
        {overlay === 'help' && <HelpSheet />}
        {overlay === 'news' && <NewsSheet />}
        {hasEnded && <SessionDialog />}
      </Suspense>
    </ErrorBoundary>
  )
}

/** The frame around every page: navigation, banners, the page, and overlays. */
export function Frame() {
  const navigate = useNavigate()
  const isTrash = useMatch(paths.trash) !== null
  const isAllFlows = useMatch(paths.allFlows) !== null
  const isFlow = useMatch(paths.flow) !== null && !isTrash && !isAllFlows
  const hasBranches = useMatch(paths.inbox) !== null
  const isRail = useMatch(paths.fileFlow) !== null || isFlow
  // The list of all services is also shown while this one does not respond: it then gets no further requests.
  const isKnown = useQuery(meQuery).data !== undefined
  const isPageLoaded = useIsPageLoaded() && isKnown
  const navItems = useNavItems()
  const absentPage = useAbsentPage(useLocation().pathname)
  usePaletteKey()
  useLiveUpdates()
  useShortcuts({
    '?': () => openOverlay.set('shortcuts'),
    ...Object.fromEntries(navItems.map((stop) => [`g ${stop.key}`, () => void navigate(stop.path)])),
  })
  return (
    <div className={`frame ${isRail ? 'railed' : ''}`}>
      <a
        className="skip fixed top-2 left-2 z-(--z-tooltip) rounded-md bg-inverse px-3 py-2 text-on-inverse"
        href="#main"
      >
        Skip to content
      </a>
      <Navigation isRail={isRail} />
      <main className="frame-main" id="main" tabIndex={-1}>
        <Banners />
        {isPageLoaded && (
          <Suspense>
            <InterruptedDeletions />
          </Suspense>
        )}
        <ErrorBoundary>
          <Suspense fallback={<SkeletonRows />}>
            {absentPage === null ? <Outlet /> : <AbsentPage {...absentPage} />}
          </Suspense>
        </ErrorBoundary>
      </main>
      <Toasts />
      {isPageLoaded && (
        <Suspense>
          <AccountStatusReader />
          {hasBranches && absentPage === null && <ViewCountsReader />}
        </Suspense>
      )}
      <Overlays />
    </div>
  )
}
