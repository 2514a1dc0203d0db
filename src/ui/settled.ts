import { useEffect, useState } from 'react'

/** Between two keys of somebody who types: each of them alone is not worth a request. */
const pauseMs = 150

/** The text some time after the last key. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
