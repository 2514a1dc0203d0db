import { Suspense } from 'react'
import type { OutlineColumnProps } from './outline-column.tsx'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

const OutlineColumn = lazyPart(async () => (await import('./outline-column.tsx')).OutlineColumn, { fetched: 'now' })

/** The canvas has its place before the outline is there. */
const room = <div className="w-60 flex-none border-r border-line max-sm:hidden" />

/** The outline, once it is there; what it needs comes beside the canvas, or a moment later where it is closed. */
export function LazyOutline({ isOpen, ...rest }: OutlineColumnProps & { isOpen: boolean }) {
  if (!isOpen) return null
  return (
    <Suspense fallback={room}>
      <OutlineColumn {...rest} />
    </Suspense>
  )
}
