import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { meQuery, useExtension, useProduct } from '#api/query/me.ts'
import { run } from '#contract/billing.ts'
import { flow } from '#contract/flow.ts'
import { isSigningOut } from './session/sign-out.ts'

/** ms between two reads of the lists of a product, which sends no events. */
const rereadMs = 15_000
/** Reads that show what happens in a product. An open flow is read again by its page. */
const rereadEndpoints: ReadonlySet<unknown> = new Set([flow.list.id, run.list.id, run.summary.id])

/** Reads the lists of a product again while they are shown. */
function useProductUpdates(isOn: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      void client.invalidateQueries({ predicate: ({ queryKey: [, name] }) => rereadEndpoints.has(name) })
    }, rereadMs)
    return () => clearInterval(timer)
  }, [client, isOn])
}

/**
 * Subscribes to live updates, if the service has them. Starts immediately, since changes between the first read and the
 * subscription are missed.
 */
export function useLiveUpdates(): void {
  const client = useQueryClient()
  const isGoing = useSyncExternalStore(isSigningOut.subscribe, isSigningOut.get)
  const hasEvents = useExtension('events') && !isGoing
  useProductUpdates(useProduct() !== null && !isGoing)
  useEffect(() => {
    if (!hasEvents) return undefined
    let close: (() => void) | null = null
    let isGone = false
    import('#api/live/live.ts').then(
      ({ openLive }) => {
        if (!isGone) close = openLive(client, client.getQueryData(meQuery.queryKey)?.last_event_id ?? '')
      },
      // Without live updates the page polls, as with other services.
      () => null,
    )
    return () => {
      isGone = true
      close?.()
    }
  }, [client, hasEvents])
}
