import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useExtension } from '#api/query/me.ts'
import { isSigningOut } from './session/sign-out.ts'

/** Hears of changes as they happen, where the service tells them. At once: what changes between the first read and this is missed. */
export function useLiveUpdates(): void {
  const client = useQueryClient()
  const isGoing = useSyncExternalStore(isSigningOut.subscribe, isSigningOut.get)
  const hasEvents = useExtension('events') && !isGoing
  useEffect(() => {
    if (!hasEvents) return undefined
    let close: (() => void) | null = null
    let isGone = false
    import('#api/live/live.ts').then(
      ({ openLive }) => {
        if (!isGone) close = openLive(client)
      },
      // Without it the page reads from time to time, as it does against other services.
      () => null,
    )
    return () => {
      isGone = true
      close?.()
    }
  }, [client, hasEvents])
}
