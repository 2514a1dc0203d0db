import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { meQuery, useExtension, useProduct } from '#api/query/me.ts'
import { isSigningOut } from './session/sign-out.ts'

/**
 * Subscribes to live updates, if the service has them. Starts immediately, since changes between the first read and the
 * subscription are missed. The lists of a product, which sends no events, are read again from time to time.
 */
export function useLiveUpdates(): void {
  const client = useQueryClient()
  const isGoing = useSyncExternalStore(isSigningOut.subscribe, isSigningOut.get)
  const hasEvents = useExtension('events') && !isGoing
  const isProduct = useProduct() !== null && !isGoing
  useEffect(() => {
    if (!hasEvents && !isProduct) return undefined
    let close: (() => void) | null = null
    let isGone = false
    import('#api/live/live.ts').then(
      ({ openLive, rereadLists }) => {
        if (isGone) return
        close = isProduct
          ? rereadLists(client)
          : openLive(client, client.getQueryData(meQuery.queryKey)?.last_event_id ?? '')
      },
      // Without live updates the page polls, as with other services.
      () => null,
    )
    return () => {
      isGone = true
      close?.()
    }
  }, [client, hasEvents, isProduct])
}
