import { useEffect } from 'react'

/** Delay until the page itself is loaded. */
const afterMs = 1_500

/**
 * Preloads code for an action a moment after the page, so that it is available immediately, even if the service is
 * down.
 * @param load stays the same function; code that fails to load is loaded again on use
 */
export function useDeferredLoad(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => null), afterMs)
    return () => clearTimeout(timer)
  }, [load])
}
