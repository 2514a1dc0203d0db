import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** A page that is still reading by then goes on beside what comes after it. */
const longestMs = 2_000
/** What was read is drawn first. */
const drawnMs = 50

/** Whether the first page has what it shows: what the frame shows beside it is fetched after that. True for good from then on. */
export function usePageRead(): boolean {
  const client = useQueryClient()
  const [isPageRead, setPageRead] = useState(false)
  useEffect(() => {
    if (isPageRead) return undefined
    const latest = setTimeout(setPageRead, longestMs, true)
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
