import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Maximum wait; a slower page loads in parallel with what follows. */
const maxWaitMs = 2_000
/** Delay so that the page is rendered first. */
const renderDelayMs = 50

/** Whether the first page has its data: the frame loads its own after that. Stays true. */
export function useIsPageLoaded(): boolean {
  const client = useQueryClient()
  const [isPageLoaded, setPageLoaded] = useState(false)
  useEffect(() => {
    if (isPageLoaded) return undefined
    const latest = setTimeout(setPageLoaded, maxWaitMs, true)
    let timer: ReturnType<typeof setTimeout> | undefined
    const checkFetches = () => {
      clearTimeout(timer)
      if (client.isFetching() === 0) timer = setTimeout(setPageLoaded, renderDelayMs, true)
    }
    checkFetches()
    const end = client.getQueryCache().subscribe(checkFetches)
    return () => {
      clearTimeout(latest)
      clearTimeout(timer)
      end()
    }
  }, [client, isPageLoaded])
  return isPageLoaded
}
