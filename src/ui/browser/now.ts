/** The current time, for texts like "2 min ago" and the clock: one timer for all of them. */
import { useSyncExternalStore } from 'react'

const stepMs = 10_000

/** Offset that is added to this machine's time. */
let shift = 0
let now = Date.now()
let timer: ReturnType<typeof setInterval> | null = null
const listeners = new Set<() => void>()

function tick(): void {
  now = Date.now() + shift
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now() + shift
    timer = setInterval(tick, stepMs)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && timer !== null) clearInterval(timer)
  }
}

/** Uses another clock, `ms` away from this machine's. */
export function shiftNow(ms: number): void {
  shift = ms
  tick()
}

/** Now, in ms; renders again every ten seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
