/** The time, for words like "2 min ago" and the clock: one timer for all of them. */
import { useSyncExternalStore } from 'react'

const stepMs = 10_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | null = null
const listeners = new Set<() => void>()

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, stepMs)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && timer !== null) clearInterval(timer)
  }
}

/** Now, in ms; renders again every ten seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
