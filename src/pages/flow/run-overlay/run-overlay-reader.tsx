import { useEffect } from 'react'
import { useLaidRun, type LaidOver, type LaidRunRead } from './use-run-overlay.ts'

/** Tells what is known of the run that the URL lays over a flow, for as long as it is there; null once it goes. Shows nothing. */
export function LaidRunReader({ over, onRead }: { over: LaidOver; onRead: (read: LaidRunRead | null) => void }) {
  const read = useLaidRun(over)
  useEffect(() => onRead(read), [read, onRead])
  useEffect(() => () => onRead(null), [onRead])
  return null
}
