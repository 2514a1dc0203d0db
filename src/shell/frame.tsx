import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { Outlet, useMatch, useNavigate } from 'react-router'
import { sessionEnded } from '#api/session-end.ts'
import { paths } from '#src/paths.ts'
import { useLoadLater } from '#ui/load-later.ts'
import { useShortcuts } from '#ui/shortcut.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { showToast, Toasts } from '#ui/toast.tsx'
import { Banners } from './banners.tsx'
import { FaultBoundary } from './fault-boundary.tsx'
import { Navigation } from './navigation.tsx'
import { lookForBuild } from '#api/new-build.ts'
import { overlay } from './overlay.ts'
import { stops } from './stops.ts'
import { useLive } from './use-live.ts'

const loadPalette = async () => ({ default: (await import('./palette.tsx')).Palette })
const Palette = lazy(loadPalette)
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }))
const loadStanding = () => import('./read-standing.tsx')
/** Where it cannot be had, the frame says nothing of it. */
const nothing = { default: () => null }
/** What the frame says of the account comes after what the page itself needs. */
const ReadStanding = lazy(() =>
  loadStanding()
    .then((code) => ({ default: code.ReadStanding }))
    .catch(() => nothing),
)
const ReadViewCounts = lazy(() =>
  loadStanding()
    .then((code) => ({ default: code.ReadViewCounts }))
    .catch(() => nothing),
)
const KeptNotes = lazy(() =>
  import('./kept-notes.tsx').then((code) => ({ default: code.KeptNotes })).catch(() => nothing),
)
const SessionDialog = lazy(async () => ({ default: (await import('./session-dialog.tsx')).SessionDialog }))

/** ⌘K and Ctrl K work everywhere, also while something is typed. */
function usePaletteKey() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      overlay.set('palette')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  // Who presses the keys goes on typing at once.
  useLoadLater(loadPalette)
}

/** In the place of an overlay that could not be loaded: the page stays, and the frame says why where it knows. */
function MissingOverlay() {
  useEffect(() => {
    overlay.set('none')
    const say = (isTold: boolean) =>
      isTold || showToast({ message: 'A part of the console could not be loaded. Load the page again.' })
    void lookForBuild().then(say)
  }, [])
  return null
}

function Overlays() {
  const shown = useSyncExternalStore(overlay.subscribe, overlay.get)
  const hasEnded = useSyncExternalStore(sessionEnded.subscribe, sessionEnded.get)
  return (
    <FaultBoundary part={shown} missing={<MissingOverlay />}>
      {/* An open dialog from the first moment: what is typed meanwhile is no shortcut. */}
      <Suspense fallback={<dialog open className="dialog palette" aria-label="Loading" />}>
        {shown === 'palette' && <Palette />}
        {shown === 'shortcuts' && <ShortcutSheet />}
        {hasEnded && <SessionDialog />}
      </Suspense>
    </FaultBoundary>
  )
}

/** The frame round every page: navigation, banners, the page, and what lies over it. */
export function Frame() {
  const navigate = useNavigate()
  const isTrash = useMatch(paths.trash) !== null
  const isFlow = useMatch(paths.flow) !== null && !isTrash
  const hasBranches = useMatch(paths.inbox) !== null
  const railed = useMatch(paths.fileFlow) !== null || isFlow
  usePaletteKey()
  useLive()
  useShortcuts({
    '?': () => overlay.set('shortcuts'),
    ...Object.fromEntries(stops.map((stop) => [`g ${stop.key}`, () => void navigate(stop.path)])),
  })
  return (
    <div className={`frame ${railed ? 'railed' : ''}`}>
      <a
        className="skip fixed top-2 left-2 z-(--z-tooltip) rounded-md bg-inverse px-3 py-2 text-on-inverse"
        href="#main"
      >
        Skip to the page
      </a>
      <Navigation railed={railed} />
      <main className="frame-main" id="main" tabIndex={-1}>
        <Banners />
        <Suspense>
          <KeptNotes />
        </Suspense>
        <FaultBoundary>
          <Suspense fallback={<SkeletonRows />}>
            <Outlet />
          </Suspense>
        </FaultBoundary>
      </main>
      <Toasts />
      <Suspense>
        <ReadStanding />
        {hasBranches && <ReadViewCounts />}
      </Suspense>
      <Overlays />
    </div>
  )
}
