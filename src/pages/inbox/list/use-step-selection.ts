import { useEffect, useRef, useState } from 'react'

/** Steps that follow each other faster than this, in ms, are read only after the last of them. */
const restMs = 150

/**
 * The selected conversation while the user steps through the list. The selection follows every step before the next
 * key; the URL and the reading follow the first step at once, and a row of fast steps (a key is held) after the last one.
 * @param openId the conversation in the URL
 */
export function useStepSelection(openId: string | null, onOpen: (id: string) => void) {
  /** A selection that the URL does not follow yet, as long as the URL is one of `urls`. */
  const [ahead, setAhead] = useState<{ id: string; urls: readonly (string | null)[]; isFast: boolean } | null>(null)
  const isAhead = ahead !== null && ahead.id !== openId && ahead.urls.includes(openId)
  // The URL has followed, or another conversation was opened meanwhile by a click.
  if (ahead !== null && !isAhead) setAhead(null)
  const latest = useRef({ openId, onOpen })
  useEffect(() => {
    latest.current = { openId, onOpen }
  })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const lastStepAt = useRef(Number.NEGATIVE_INFINITY)
  /** Opened by the last step; the URL of the current render may not contain it yet. */
  const lastOpened = useRef<string | null>(null)
  return {
    selectedId: isAhead ? ahead.id : openId,
    /** Whether the selected conversation may be read. */
    isSettled: !(isAhead && ahead.isFast),
    stepTo: (id: string) => {
      const now = performance.now()
      const isFast = now - lastStepAt.current < restMs
      lastStepAt.current = now
      clearTimeout(timer.current)
      const open = () => {
        lastOpened.current = id
        latest.current.onOpen(id)
      }
      const urls = [openId, lastOpened.current]
      setAhead({ id, urls, isFast })
      if (!isFast) {
        open()
        return
      }
      timer.current = setTimeout(() => {
        if (urls.includes(latest.current.openId)) open()
      }, restMs)
    },
  }
}
