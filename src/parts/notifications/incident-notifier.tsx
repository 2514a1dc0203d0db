import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { incident as incidentApi } from '#contract/incident.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { paths } from '#ui/paths.ts'
import {
  incidentNews,
  notificationsOf,
  withReported,
  type NotificationWords,
  type ReportedTimes,
} from './incident-news.ts'

/** Held by the one tab that notifies. */
const notifierLock = 'incident-notifier'
/** Held by tabs that show the incidents in the foreground. */
const viewLock = 'incidents-in-view'
/** Refetch interval in ms, also of a hidden page, whose live updates rest. */
const refetchMs = 60_000

/** Whether this tab holds a lock, which it requests while `isWanted`. */
function useLock(name: string, mode: LockMode, isWanted: boolean): boolean {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!isWanted) return undefined
    const end = new AbortController()
    const untilEnd = () =>
      new Promise<void>((resolve) => {
        if (end.signal.aborted) resolve()
        else setHeld(true)
        end.signal.addEventListener('abort', () => resolve())
      })
    // Rejects if it is aborted before the lock is held.
    navigator.locks.request(name, { mode, signal: end.signal }, untilEnd).catch(() => null)
    return () => {
      end.abort()
      setHeld(false)
    }
  }, [name, mode, isWanted])
  return isHeld
}

/** Whether the user looks at this page. */
const isForegroundNow = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

function useForeground(): boolean {
  const [isForeground, setForeground] = useState(isForegroundNow)
  useEffect(() => {
    const onChange = () => setForeground(isForegroundNow())
    document.addEventListener('visibilitychange', onChange)
    window.addEventListener('focus', onChange)
    window.addEventListener('blur', onChange)
    return () => {
      document.removeEventListener('visibilitychange', onChange)
      window.removeEventListener('focus', onChange)
      window.removeEventListener('blur', onChange)
    }
  }, [])
  return isForeground
}

async function isInView(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === viewLock)
}

function notify({ title, body, tag, path }: NotificationWords, open: (path: string) => void): void {
  const shown = new Notification(title, { body, tag })
  shown.addEventListener('click', () => {
    window.focus()
    open(path)
    shown.close()
  })
}

/** Notifies of incidents that are new or worse since it began. */
function Reporter() {
  const navigate = useNavigate()
  const known = useRef<ReportedTimes | null>(null)
  const { data } = useQuery({
    ...q(incidentApi.list, { status: 'open', limit: maxLimit }),
    refetchInterval: refetchMs,
    refetchIntervalInBackground: true,
  })
  useEffect(() => {
    if (data === undefined) return
    const before = known.current
    known.current = withReported(before ?? new Map(), data.results)
    const news = before === null ? [] : incidentNews(before, data.results)
    if (before === null || news.length === 0) return
    void isInView().then((isSeen) => {
      if (isSeen || Notification.permission !== 'granted') return
      for (const words of notificationsOf(news, before)) notify(words, (path) => void navigate(path))
    })
  }, [data, navigate])
  return null
}

/** Notifications of incidents from one tab of this browser, unless a page in the foreground shows them. */
export function IncidentNotifier() {
  const isForeground = useForeground()
  useLock(viewLock, 'shared', useLocation().pathname === paths.home && isForeground)
  const hasIncidents = useExtension('incidents')
  return useLock(notifierLock, 'exclusive', hasIncidents) ? <Reporter /> : null
}
