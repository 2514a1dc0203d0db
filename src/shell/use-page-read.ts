import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Maximum wait in ms; a slower page and the frame load their data at the same time. */
const maxWaitMs = 2_000
/** Delay in ms, so that the page is rendered first. */
const renderDelayMs = 50

/** Whether the first page has its data, or two seconds have passed; only then the frame loads its own. Stays true. */
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
