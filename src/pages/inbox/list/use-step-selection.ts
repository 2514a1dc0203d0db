import { useEffect, useRef, useState } from 'react'

/** Steps that follow each other faster than this, in ms, are read only after the last of them. */
const restMs = 150

/**
 * The selected conversation while the user steps through the list. The selection follows every step; the URL, and with
 * it the reading, follows the first step at once and a row of fast steps (a key is held) after the last one.
 * @param openId the conversation in the URL
 */
export function useStepSelection(openId: string | null, onOpen: (id: string) => void) {
  const [ahead, setAhead] = useState<{ id: string; from: string | null } | null>(null)
  // Another conversation was opened meanwhile, by this step or by a click.
  if (ahead !== null && ahead.from !== openId) setAhead(null)
  const latest = useRef({ openId, onOpen })
  useEffect(() => {
    latest.current = { openId, onOpen }
  })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const lastStepAt = useRef(Number.NEGATIVE_INFINITY)
  return {
    selectedId: ahead !== null && ahead.from === openId ? ahead.id : openId,
    /** Whether the selected conversation is the one in the URL. */
    isSettled: ahead === null || ahead.from !== openId || ahead.id === openId,
    stepTo: (id: string) => {
      const now = performance.now()
      const isFast = now - lastStepAt.current < restMs
      lastStepAt.current = now
      clearTimeout(timer.current)
      if (!isFast) {
        onOpen(id)
        return
      }
      setAhead({ id, from: openId })
      timer.current = setTimeout(() => {
        if (latest.current.openId === openId) latest.current.onOpen(id)
      }, restMs)
    },
  }
}
