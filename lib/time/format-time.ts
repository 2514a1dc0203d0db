/**
 * Formats times and durations. Dates depend on the locale; words and durations are always English. Rules:
 * docs/design.md, "Money, time, ids".
 */
import { dateFormat } from '#lib/formatters.ts'

export interface TimeOptions {
  /** Now, in ms. */
  now: number
  /** IANA name of the zone in which all times are shown. */
  zone: string
  /** BCP 47; undefined = the browser's. */
  locale?: string | undefined
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Shown for missing and invalid times. */
const absent = '—'

const inZone = (locale: string | undefined, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  dateFormat(locale, { ...options, timeZone: zone })

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const date = { day: 'numeric', month: 'short' } as const

const yearOf = (at: number, zone: string) => inZone('en', zone, { year: 'numeric' }).format(at)
const dateOf = (at: number, zone: string) =>
  inZone('en-CA', zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

/** "41 s", "2 min", "7 h" for durations under 24 h. */
function distance(ms: number): string {
  if (ms < minute) return `${Math.max(1, Math.floor(ms / second))} s`
  if (ms < hour) return `${Math.floor(ms / minute)} min`
  return `${Math.floor(ms / hour)} h`
}

/** Tolerated clock skew: times up to this far in the future are shown as "now". */
const maxSkew = 10 * second

/** Relative under 24 hours ("2 min ago", "in 3 h"), "18 Nov, 14:26" within this year, otherwise with the year. */
export function formatTime(iso: string | null, { now, zone, locale }: TimeOptions): string {
  const at = iso === null ? Number.NaN : Date.parse(iso)
  if (Number.isNaN(at)) return absent
  const elapsed = now - at
  if (elapsed < second && elapsed > -maxSkew) return 'now'
  if (Math.abs(elapsed) < day) return elapsed > 0 ? `${distance(elapsed)} ago` : `in ${distance(-elapsed)}`
  const year = yearOf(at, zone) === yearOf(now, zone) ? {} : { year: 'numeric' as const }
  return inZone(locale, zone, { ...date, ...year, ...clock }).format(at)
}

/** For narrow columns: "3 h", "yesterday", "18 Nov", "4 Mar 2024". */
export function formatTimeShort(iso: string | null, { now, zone, locale }: TimeOptions): string {
  const at = iso === null ? Number.NaN : Date.parse(iso)
  if (Number.isNaN(at)) return absent
  const elapsed = now - at
  if (elapsed >= 0 && elapsed < day) return distance(elapsed)
  if (dateOf(at, zone) === dateOf(now - day, zone)) return 'yesterday'
  const year = yearOf(at, zone) === yearOf(now, zone) ? {} : { year: 'numeric' as const }
  return inZone(locale, zone, { ...date, ...year }).format(at)
}

/** With seconds and zone, for tooltips and reports: "18 Nov 2026, 14:26:03 CET". */
export function formatTimeExact(iso: string | null, zone: string, locale?: string): string {
  const at = iso === null ? Number.NaN : Date.parse(iso)
  if (Number.isNaN(at)) return absent
  return inZone(locale, zone, {
    ...date,
    year: 'numeric',
    ...clock,
    second: '2-digit',
    timeZoneName: 'short',
  }).format(at)
}

/** "14:32" in the zone of the console; "—" if the time is unknown. */
export const formatClock = (now: number, zone: string, locale?: string): string =>
  Number.isNaN(now) ? absent : inZone(locale, zone, clock).format(now)

/** "14:26:08" in the zone of the console; "—" if the time cannot be parsed. */
export function formatClockExact(iso: string, zone: string, locale?: string): string {
  const at = Date.parse(iso)
  return Number.isNaN(at) ? absent : inZone(locale, zone, { ...clock, second: '2-digit' }).format(at)
}

/** "18 Nov" or, in another year, "18 Nov 2027". */
export function formatDay(iso: string, { now, zone, locale }: TimeOptions): string {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return absent
  const year = yearOf(at, zone) === yearOf(now, zone) ? {} : { year: 'numeric' as const }
  return inZone(locale, zone, { ...date, ...year }).format(at)
}

/** "1 – 27 Oct", "29 Sept – 28 Oct", "1 – 27 Oct 2025": calendar days, both included; one day like `formatDay`. */
export function formatDays(
  { first, last }: { first: string; last: string },
  { now, zone, locale }: TimeOptions,
): string {
  const [from, to] = [Date.parse(`${first}T12:00:00Z`), Date.parse(`${last}T12:00:00Z`)]
  const current = yearOf(now, zone)
  const year = first.startsWith(current) && last.startsWith(current) ? {} : { year: 'numeric' as const }
  return inZone(locale, 'UTC', { ...date, ...year }).formatRange(from, to)
}

/** "84 ms", "3.1 s", "10 min 4 s", "6 h 12 min", "3 d 4 h". */
export function formatDuration(ms: number | null): string {
  if (ms === null || !Number.isFinite(ms) || ms < 0) return absent
  if (ms < second) return `${Math.round(ms)} ms`
  if (ms < minute) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`
  const two = (large: number, largeName: string, small: number, smallName: string) =>
    `${large} ${largeName}${small === 0 ? '' : ` ${small} ${smallName}`}`
  if (ms < hour) return two(Math.floor(ms / minute), 'min', Math.floor((ms % minute) / second), 's')
  if (ms < day) return two(Math.floor(ms / hour), 'h', Math.floor((ms % hour) / minute), 'min')
  return two(Math.floor(ms / day), 'd', Math.floor((ms % day) / hour), 'h')
}
