/** The last bulk change: it can be undone until the service's deadline, in this tab only. */
import { z } from 'zod'
import { signal, type Signal } from '#lib/signal.ts'

const LastBulkChange = z.object({
  token: z.string(),
  /** Time until which the service can undo the change. */
  until: z.string(),
  /** What was done: "2,000 conversations resolved". */
  words: z.string(),
})
export type LastBulkChange = z.infer<typeof LastBulkChange>

const signals = new Map<string, Signal<LastBulkChange | null>>()

function read(key: string): LastBulkChange | null {
  try {
    return LastBulkChange.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
  } catch {
    // Nothing is stored, or storage is unavailable.
    return null
  }
}

/** The last change of one user of one service, identified by `owner`. */
export function lastBulkChangeOf(owner: string): Signal<LastBulkChange | null> {
  const key = `flow-console.last-bulk ${owner}`
  const changeSignal = signals.get(key) ?? signal(read(key))
  signals.set(key, changeSignal)
  return {
    ...changeSignal,
    set: (next) => {
      changeSignal.set(next)
      try {
        if (next === null) sessionStorage.removeItem(key)
        else sessionStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Storage is unavailable or full: kept until the page is reloaded or closed.
      }
    },
  }
}

/** Whether a change can still be undone. */
export const isUndoable = ({ until }: LastBulkChange, now: number): boolean => Date.parse(until) > now
