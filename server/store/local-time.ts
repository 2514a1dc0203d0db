/** Dates and times as people write them, in their zone, as half-open ranges of instants. */

/** A half-open range; null = open on that side. */
export interface TimeRange {
  from: Date | null
  to: Date | null
}

const second = 1000
const dayLength = 86_400_000
/** Years that both databases and ISO 8601 can write with four digits. */
const earliest = Date.parse('0001-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T23:59:59Z')

const formats = new Map<string, Intl.DateTimeFormat>()

/** Zones kept in a process: there are some 600, and some spellings of each. */
const maxFormats = 1000

function formatOf(zone: string): Intl.DateTimeFormat {
  const kept = formats.get(zone)
  if (kept) return kept
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

/** The clock of a zone at an instant, as if it were UTC. */
function wallClock(instant: number, zone: string): number {
  if (zone === 'UTC') return instant
  const part: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(instant)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part
  const clock = new Date(0)
  clock.setUTCFullYear(year, month - 1, day)
  clock.setUTCHours(hour, minute, part['second'] ?? 0, ((instant % second) + second) % second)
  return clock.getTime()
}

/** The instant at which a zone's clock shows this. Where it shows it twice, the first; where never, just after the gap. */
function instantOf(clock: number, zone: string): number {
  const offsets = [clock - dayLength, clock + dayLength].map((near) => wallClock(near, zone) - near)
  const candidates = offsets.map((offset) => clock - offset).toSorted((a, b) => a - b)
  return candidates.find((candidate) => wallClock(candidate, zone) === clock) ?? candidates.at(-1) ?? clock
}

/** The day (2026-11-01) that a zone's calendar shows at an instant. */
export const localDay = (instant: number, zone: string): string =>
  new Date(wallClock(instant, zone)).toISOString().slice(0, 10)

const bounded = (instant: number) => new Date(Math.min(Math.max(instant, earliest), latest))

/**
 * What a text means: a day without a time is the whole day in the zone, a time without an offset is the zone's clock, any
 * other is one instant (a millisecond). Null where it is no time ("2026-11-01T99:00").
 */
export function rangeOfText(text: string, zone: string): { from: Date; to: Date } | null {
  const iso = text.replace(' ', 'T')
  if (iso.length === 10) {
    const clock = Date.parse(`${iso}T00:00:00Z`)
    if (Number.isNaN(clock)) return null
    return { from: bounded(instantOf(clock, zone)), to: bounded(instantOf(clock + dayLength, zone)) }
  }
  const absolute = /(?:Z|[+-]\d{2}:?\d{2})$/.test(iso.slice(10))
  const parsed = Date.parse(absolute ? iso.replace(/([+-]\d{2})(\d{2})$/, '$1:$2') : `${iso}Z`)
  if (Number.isNaN(parsed)) return null
  const at = absolute ? parsed : instantOf(parsed, zone)
  return { from: bounded(at), to: bounded(at + 1) }
}
