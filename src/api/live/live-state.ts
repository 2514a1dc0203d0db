/** Whether changes are told as they happen. Apart from what hears them, which comes a moment later (live.ts). */
import { useSyncExternalStore } from 'react'
import { signal } from '#lib/signal.ts'

/**
 * "off": the service tells nothing, or nobody has asked yet · "live" · "broken": it told, and is asked again ·
 * "resting": nobody looks at the page.
 */
export type LiveState = 'off' | 'live' | 'broken' | 'resting'

export const liveState = signal<LiveState>('off')

export const useLiveState = (): LiveState => useSyncExternalStore(liveState.subscribe, liveState.get)
