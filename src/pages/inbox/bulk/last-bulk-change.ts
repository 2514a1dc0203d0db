/** The last change of many: it can be taken back for as long as the service keeps it, and this tab remembers it. */
import { z } from 'zod'
import { signal, type Signal } from '#lib/signal.ts'

const LastBulkChange = z.object({
  token: z.string(),
  /** Until when the service keeps what it needs. */
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
    // Nothing is kept, or storage is refused.
    return null
  }
}

/** What is remembered for one person of one service, which `owner` names. */
export function lastBulkChangeOf(owner: string): Signal<LastBulkChange | null> {
  const key = `flow-console.last-bulk ${owner}`
  const own = signals.get(key) ?? signal(read(key))
  signals.set(key, own)
  return {
    ...own,
    set: (next) => {
      own.set(next)
      try {
        if (next === null) sessionStorage.removeItem(key)
        else sessionStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Refused or full: it is remembered until the page is left.
      }
    },
  }
}

/** Whether it can still be taken back. */
export const isUndoable = ({ until }: LastBulkChange, now: number): boolean => Date.parse(until) > now
