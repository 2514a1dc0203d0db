import { X } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from '#ui/controls/button.tsx'
import { missingPartMeaning } from '#lib/chunk-load-error.ts'
import { Note } from '#ui/feedback/note.tsx'
import type { RunOverlayRead } from './use-run-overlay.ts'

/** Fallback if code of the overlay failed to load; the canvas stays usable. */
export const RunOverlayMissing = () => (
  <Note tone="bad" title="This run could not be loaded">
    <p>{missingPartMeaning}</p>
    <button type="button" className="link cursor-pointer" onClick={() => window.location.reload()}>
      Reload page
    </button>
  </Note>
)

/** Fallback for the bar above the canvas. */
export const RunOverlayBarMissing = ({ onRemove }: { onRemove: () => void }) => (
  <section
    aria-label="Run shown on the flow"
    className="flex flex-none items-start gap-2 border-b border-line py-1 pr-3 pl-5 max-lg:pl-4"
  >
    <div className="min-w-0 flex-1">
      <RunOverlayMissing />
    </div>
    <IconButton label="Hide run" icon={<X />} onClick={onRemove} />
  </section>
)

const notLoaded: RunOverlayRead = {
  state: { is: 'not loaded' },
  refetchError: null,
  version: null,
  refetch: () => window.location.reload(),
}

/** Fallback for the reader of a run. Renders nothing. */
export function RunOverlayReaderMissing({ onRead }: { onRead: (read: RunOverlayRead | null) => void }) {
  useEffect(() => {
    onRead(notLoaded)
    return () => onRead(null)
  }, [onRead])
  return null
}
