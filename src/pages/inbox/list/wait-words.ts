const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Up to this limit in hours: "26 h" is more useful than "1 d". */
const maxHours = 48

/** A waiting time as one number: "4 min", "26 h", "3 d". */
export function waitWords(ms: number): string {
  if (ms < hour) return `${Math.max(1, Math.floor(ms / minute))} min`
  if (ms < maxHours * hour) return `${Math.floor(ms / hour)} h`
  return `${Math.floor(ms / day)} d`
}
