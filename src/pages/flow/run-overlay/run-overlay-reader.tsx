import { useEffect } from 'react'
import { useRunOverlay, type RunOverlayTarget, type RunOverlayRead } from './use-run-overlay.ts'

/** Tells what is known of the run that the URL lays over a flow, for as long as it is there; null once it goes. Shows nothing. */
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
