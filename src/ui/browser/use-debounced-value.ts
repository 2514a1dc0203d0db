import { useEffect, useState } from 'react'

/** Default debounce in ms while typing. */
const pauseMs = 150

/** The text, `pause` ms after its last change. */
export function useDebouncedValue(text: string, pause: number = pauseMs): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return settled
}
