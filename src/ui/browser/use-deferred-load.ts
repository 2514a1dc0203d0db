import { useEffect } from 'react'

/** Later than what the page itself needs. */
const afterMs = 1_500

/**
 * Loads code that comes with a press a moment after the page: then it is there at once, also when the service is not.
 * @param load stays the same function; what it cannot have now is loaded again when it is needed
 */
export function useDeferredLoad(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => null), afterMs)
    return () => clearTimeout(timer)
  }, [load])
}
