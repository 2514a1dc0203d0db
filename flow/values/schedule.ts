/** Intervals and time zones of schedules. */

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Cron expression for "every n seconds", aligned to the minute, hour or day; null if there is none. */
export function cronOfSeconds(seconds: number): string | null {
  if (!Number.isInteger(seconds) || seconds < 1) return null
  if (seconds < minute) return minute % seconds === 0 ? `*/${seconds} * * * * *` : null
  if (seconds < hour) return hour % seconds === 0 && seconds % minute === 0 ? `*/${seconds / minute} * * * *` : null
  if (seconds < day) return day % seconds === 0 && seconds % hour === 0 ? `0 */${seconds / hour} * * *` : null
  return seconds === day ? '0 0 * * *' : null
}

/** Whether a text is an IANA time zone. */
export const isKnownZone = (zone: string): boolean => {
  try {
    Intl.DateTimeFormat(undefined, { timeZone: zone })
    return true
  } catch {
    return false
  }
}
