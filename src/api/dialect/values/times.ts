/** Times in all forms that services use, as ISO 8601 in UTC. Pure. */
import { idOf, isRecord, numberOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { isSkipped, rangeOfText } from '#lib/time/local-time.ts'
import { wallClock } from '#lib/time/wall-clock.ts'

export interface ReadTime {
  time: string
  /** The service named no time zone, so UTC was assumed. */
  isGuess: boolean
}

const isoForm = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?([.,]\d{1,9})?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i
/** "Sun, 22 Nov 2026 01:40:26 GMT" (RFC 9110, RFC 5322). */
const mailForm = /^(?:\w{3}, )?\d{1,2} \w{3} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC|[+-]\d{4})$/
/** "/Date(1700000000000+0100)/": the offset is for display only. */
const dotNetForm = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/
/** Units of an epoch that services use, in ms. */
const epochUnits = [1000, 1, 1e-3, 1e-6]

function ofMs(ms: number, isGuess = false): ReadTime | null {
  const at = new Date(ms)
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1 || at.getUTCFullYear() > 9999) return null
  return { time: at.toISOString(), isGuess }
}

/** The year 2000 in seconds. Smaller numbers are counts or years, and some services write zero for "never". */
const leastEpoch = 946_684_800

/** Seconds, ms, µs or ns: whichever is nearest to now. */
function ofEpoch(value: number, now: number): ReadTime | null {
  if (!Number.isFinite(value) || value < leastEpoch) return null
  let nearest = Number.NaN
  for (const unit of epochUnits) if (!(Math.abs(value * unit - now) >= Math.abs(nearest - now))) nearest = value * unit
  // Ticks of .NET and Windows would otherwise be read as nanoseconds of another century.
  return nearest < leastEpoch * 1000 ? null : ofMs(Math.round(nearest))
}

function zoneOf(zone: string): string {
  if (/^(?:Z|UTC|GMT)$/i.test(zone)) return 'Z'
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return `${zone.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** Whether a day exists; Date would roll others over. */
function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

/** "2026-11-01T08:30:00+01:00[Europe/Berlin]", "2026-11-01 08:30:00 Europe/Berlin". */
const zonedForm = /^(.*?[\d Z])\s*(?:\[([\w/+-]+)\]|\b([A-Z][\w+-]*\/[\w/+-]+))$/

/** The instant of a local time in a zone; null if it occurs twice or never, or the zone is unknown. */
function ofClock(text: string, zone: string): ReadTime | null {
  const clock = isoForm.exec(text)
  if (clock === null || clock[2] === undefined || !isDay(clock[1] ?? '')) return null
  const plain = `${clock[1] ?? ''}T${clock[2]}${clock[3] ?? ':00'}`
  try {
    const at = rangeOfText(plain, zone)?.from.getTime()
    if (at === undefined || isSkipped(plain, zone)) return null
    const isTwice = [-1, 1].some(
      (side) => isShown(at + side * hour, plain, zone) || isShown(at + (side * hour) / 2, plain, zone),
    )
    return isTwice ? null : ofMs(at)
  } catch {
    return null
  }
}

const hour = 3_600_000
const isShown = (at: number, plain: string, zone: string): boolean => wallClock(at, zone) === Date.parse(`${plain}Z`)

/** A time with an offset needs no zone. */
const ofZoned = (text: string, zone: string, now: number): ReadTime | null =>
  /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? ofText(text, now) : ofClock(text, zone)

function ofText(text: string, now: number): ReadTime | null {
  const zoned = zonedForm.exec(text)
  if (zoned) return ofZoned((zoned[1] ?? '').trim(), zoned[2] ?? zoned[3] ?? '', now)
  const iso = isoForm.exec(text)
  if (iso) {
    const [, day = '', minutes = '00:00', seconds = ':00', fraction = '', zone] = iso
    if (!isDay(day)) return null
    const parts = fraction === '' ? '' : `.${fraction.slice(1, 4).padEnd(3, '0')}`
    return ofMs(
      Date.parse(`${day}T${minutes}${seconds}${parts}${zone === undefined ? 'Z' : zoneOf(zone)}`),
      zone === undefined,
    )
  }
  const dotNet = dotNetForm.exec(text)
  if (dotNet) return ofMs(Number(dotNet[1]))
  if (mailForm.test(text)) return ofMs(Date.parse(text))
  return /^\d{9,20}(?:\.\d{1,9})?$/.test(text) ? ofEpoch(Number(text), now) : null
}

/** [2026, 11, 1, 8, 30, 0, nanos]: how Java writes a time without a zone. */
function ofList(list: readonly Json[]): ReadTime | null {
  const isWhole = (one: Json, index: number) =>
    typeof one === 'number' && Number.isInteger(one) && one >= 0 && one <= (maxOfPart[index] ?? -1)
  if (list.length < leastParts || !list.every(isWhole)) return null
  const [year = '', month = '', day = '', ...clock] = list.map((one) => (idOf(one) ?? '').padStart(2, '0'))
  const [hours = '00', minutes = '00', seconds = '00', nanos = '0'] = clock
  const text = `${year}-${month}-${day}`
  return isDay(text) ? ofMs(Date.parse(`${text}T${hours}:${minutes}:${seconds}Z`) + Number(nanos) / 1e6, true) : null
}

/** Minimum parts (year, month, day), and the maximum of each part. */
const leastParts = 3
const maxOfPart = [9999, 12, 31, 23, 59, 59, 999_999_999]

/** Keys under which objects contain a time, and its zone. */
const timeKeys = ['$date', 'iso', 'dateTime', 'datetime', 'date', 'time', 'value']
const zoneKeys = ['timeZone', 'timezone', 'tz', 'zone']

/** `{seconds, nanos}` of protocol buffers, `{$date}`, `{iso}`, `{dateTime, timeZone}`. */
function ofObject(value: JsonRecord, now: number): ReadTime | null {
  const seconds = numberOf(value['seconds'] ?? value['_seconds'])
  if (seconds !== null) {
    const nanos = numberOf(value['nanos'] ?? value['nanoseconds'] ?? value['_nanoseconds'] ?? 0)
    return nanos === null || seconds < leastEpoch ? null : ofMs(seconds * 1000 + Math.floor(nanos / 1e6))
  }
  const given = timeKeys.map((key) => value[key]).find((one) => one !== undefined && one !== null)
  const long = isRecord(given) ? given['$numberLong'] : given
  if (long === undefined || isRecord(long) || Array.isArray(long)) return null
  const zone = zoneKeys.map((key) => textOf(value[key])).find((one) => one !== '')
  const isOpen = typeof long === 'string' && /\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(long)
  return zone !== undefined && isOpen ? ofClock(long, zone) : timeOf(long, now)
}

/**
 * Reads a time; null if its form is unknown or ambiguous ("01/02/2026"). `now` in ms determines the unit of an epoch
 * time.
 */
export function timeOf(value: Json, now: number): ReadTime | null {
  if (typeof value === 'number') return ofEpoch(value, now)
  if (typeof value === 'string') return ofText(value.trim(), now)
  if (Array.isArray(value)) return ofList(value)
  return isRecord(value) ? ofObject(value, now) : null
}
