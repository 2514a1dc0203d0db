import { Suspense } from 'react'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import type { PaneSeparatorProps } from './pane-separator.tsx'

/** Stored widths apply without it. */
const PaneSeparator = lazyPart(async () => (await import('./pane-separator.tsx')).PaneSeparator, {
  Missing: () => null,
})

/** The separator on an edge of a pane; a child of the pane. Its code is loaded after the page itself. */
export const PaneGrip = (separator: PaneSeparatorProps) => (
  <Suspense>
    <PaneSeparator {...separator} />
  </Suspense>
)
