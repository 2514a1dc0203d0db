import { useCallback, useSyncExternalStore } from 'react'

/** Narrower than `--breakpoint-sm` (tokens.css): what stands side by side elsewhere stands alone. */
export const phone = '(max-width: 37.49rem)'

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
