/** Waiting time of a contact: as text, and how late it is. Pure. */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Waiting times are shown with minutes up to this limit: "9 h 05 min". */
const maxExactHours = 10
/** Waiting times are shown in hours up to this limit: "26 h" is more precise than "1 d". */
const maxHours = 48

/**
 * How long a contact may wait for a reply. Services have no limit of their own. An hour is what people expect of chats,
 * and less than any common promise for email, so that the colour comes before a complaint.
 */
export const waitLimitMs = hour

/** "late" above the limit, "soon" above half of it. */
export type WaitLevel = 'late' | 'soon' | 'ok'

export function waitLevel(ms: number): WaitLevel {
  if (ms > waitLimitMs) return 'late'
  return ms > waitLimitMs / 2 ? 'soon' : 'ok'
}

/** A waiting time: "4 min", "1 h 04 min", "26 h", "3 d". */
export function waitWords(ms: number): string {
  if (ms < hour) return `${Math.max(1, Math.floor(ms / minute))} min`
  if (ms < maxExactHours * hour) {
    const minutes = Math.floor((ms % hour) / minute)
    return `${Math.floor(ms / hour)} h ${String(minutes).padStart(2, '0')} min`
  }
  if (ms < maxHours * hour) return `${Math.floor(ms / hour)} h`
  return `${Math.floor(ms / day)} d`
}

/** The waiting time in ms; null if the contact does not wait, or the time is invalid. */
export function waitedMs(since: string | null, now: number): number | null {
  const from = since === null ? Number.NaN : Date.parse(since)
  return Number.isNaN(from) ? null : now - from
}

/** The limit in words: "1 h". */
export const waitLimitWords = waitWords(waitLimitMs).replace(' 00 min', '')
