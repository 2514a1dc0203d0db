import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is as a media query says: "(min-width: 64rem)". For what CSS alone cannot arrange. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
