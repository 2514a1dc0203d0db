/** Conversion between instants and wall-clock time in a zone. */

const second = 1000
const dayLength = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Maximum number of cached zones: there are about 600, some with several names. */
const maxFormats = 1000

function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone)
  if (cached) return cached
  if (formats.size >= maxFormats) formats.clear()
  const made = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn-hc-h23', {
    timeZone: zone,
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone, made)
  return made
}

/** Wall-clock time in a zone at an instant, expressed as if it were UTC (ms). */
export function wallClock(instant: number, zone: string): number {
  if (zone === 'UTC') return instant
  const part: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(instant)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part
  const clock = new Date(0)
  clock.setUTCFullYear(year, month - 1, day)
  clock.setUTCHours(hour, minute, part['second'] ?? 0, ((instant % second) + second) % second)
  return clock.getTime()
}

/**
 * The instant of a wall-clock time in a zone: the first instant if the time occurs twice; in a gap, the instant
 * that is later by the length of the gap (02:30 becomes 03:30).
 */
export function instantOf(clock: number, zone: string): number {
  const offsets = [clock - dayLength, clock + dayLength].map((near) => wallClock(near, zone) - near)
  const candidates = offsets.map((offset) => clock - offset).toSorted((a, b) => a - b)
  return candidates.find((candidate) => wallClock(candidate, zone) === clock) ?? candidates.at(-1) ?? clock
}
