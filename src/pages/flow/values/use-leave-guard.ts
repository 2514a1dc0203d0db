import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

/** The address of a link in the console that leads to another page; null for other clicks. */
function leavingAddress(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!isPlain || link === null || link.target === '_blank' || link.hasAttribute('download')) return null
  const { origin, pathname, search, hash } = new URL(link.href, location.href)
  return origin === location.origin && pathname !== location.pathname ? pathname + search + hash : null
}

/**
 * Asks before a link leads to another page, and before the browser leaves the console. `address` = the link that was
 * clicked; null = none.
 */
export function useLeaveGuard(isActive: boolean): { address: string | null; leave: () => void; stay: () => void } {
  const [address, setAddress] = useState<string | null>(null)
  const navigate = useNavigate()
  useEffect(() => {
    if (!isActive) return undefined
    const onClick = (event: MouseEvent) => {
      const next = leavingAddress(event)
      if (next === null) return
      event.preventDefault()
      event.stopPropagation()
      setAddress(next)
    }
    // Before the router handles the click.
    document.addEventListener('click', onClick, true)
    window.addEventListener('beforeunload', confirmLeaving)
    return () => {
      document.removeEventListener('click', onClick, true)
      window.removeEventListener('beforeunload', confirmLeaving)
    }
  }, [isActive])
  return {
    address,
    leave: () => {
      if (address !== null) void navigate(address)
      setAddress(null)
    },
    stay: () => setAddress(null),
  }
}
