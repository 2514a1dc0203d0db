import { useCallback, useSyncExternalStore } from 'react'

/** Narrower than `--breakpoint-sm` (tokens.css): elements that are otherwise side by side are shown one at a time. */
export const phone = '(max-width: 37.49rem)'

/** Whether a media query matches: "(min-width: 64rem)". For layouts that CSS alone cannot do. */
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
