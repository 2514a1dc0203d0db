import { useEffect, useState } from 'react'

/** Between two keys of somebody who types: each of them alone is not worth a request. */
const pauseMs = 150

/** The text some time after the last key; `pause` in ms. */
export function useDebouncedValue(text: string, pause: number = pauseMs): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return settled
}
