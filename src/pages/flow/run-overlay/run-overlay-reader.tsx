import { useEffect } from 'react'
import { useRunOverlay, type RunOverlayTarget, type RunOverlayRead } from './use-run-overlay.ts'

/** Reads the run in the URL for the overlay while it is mounted, and reports null on unmount. Renders nothing. */
export function RunOverlayReader({
  target,
  onRead,
}: {
  target: RunOverlayTarget
  onRead: (read: RunOverlayRead | null) => void
}) {
  const read = useRunOverlay(target)
  useEffect(() => onRead(read), [read, onRead])
  useEffect(() => () => onRead(null), [onRead])
  return null
}
