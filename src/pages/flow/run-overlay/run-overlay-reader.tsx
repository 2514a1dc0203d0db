import { useEffect } from 'react'
import { useRunOverlay, type RunOverlayTarget, type RunOverlayRead } from './use-run-overlay.ts'

/** Reads the run in the URL for the overlay, as long as it is mounted; null when it unmounts. Renders nothing. */
export function RunOverlayReader({
  over,
  onRead,
}: {
  over: RunOverlayTarget
  onRead: (read: RunOverlayRead | null) => void
}) {
  const read = useRunOverlay(over)
  useEffect(() => onRead(read), [read, onRead])
  useEffect(() => () => onRead(null), [onRead])
  return null
}
