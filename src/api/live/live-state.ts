/** State of live updates. In a separate file, since live.ts is loaded later. */
import { useSyncExternalStore } from 'react'
import { signal } from '#lib/signal.ts'

/**
 * "off": the service has no events, or was not asked yet · "live" · "broken": the connection was lost and is retried ·
 * "resting": the page is hidden.
 */
export type LiveState = 'off' | 'live' | 'broken' | 'resting'

export const liveState = signal<LiveState>('off')

export const useLiveState = (): LiveState => useSyncExternalStore(liveState.subscribe, liveState.get)
