import { useEffect, useState } from 'react'

/** Debounce while typing. */
const pauseMs = 150

/** The text some time after the last change; `pause` in ms. */
export function useDebouncedValue(text: string, pause: number = pauseMs): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return settled
}
