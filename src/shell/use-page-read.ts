import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Maximum wait; a slower page loads in parallel with what follows. */
const maxWaitMs = 2_000
/** Delay so that the page is rendered first. */
const drawnMs = 50

/** Whether the first page has its data: the frame loads its own after that. Stays true. */
export function usePageRead(): boolean {
  const client = useQueryClient()
  const [isPageRead, setPageRead] = useState(false)
  useEffect(() => {
    if (isPageRead) return undefined
    const latest = setTimeout(setPageRead, maxWaitMs, true)
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (client.isFetching() === 0) timer = setTimeout(setPageRead, drawnMs, true)
    }
    look()
    const end = client.getQueryCache().subscribe(look)
    return () => {
      clearTimeout(latest)
      clearTimeout(timer)
      end()
    }
  }, [client, isPageRead])
  return isPageRead
}
