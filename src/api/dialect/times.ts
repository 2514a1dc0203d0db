/** Times in all forms of services, as ISO 8601 in UTC. Pure. */
import { isRecord, type Json } from '#lib/json.ts'

export interface ReadTime {
  time: string
  /** The service named no zone. */
  isGuess: boolean
}

const isoForm = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?([.,]\d{1,9})?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i
/** "Sun, 22 Nov 2026 01:40:26 GMT" (RFC 9110, RFC 5322). */
const mailForm = /^(?:\w{3}, )?\d{1,2} \w{3} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC|[+-]\d{4})$/
/** "/Date(1700000000000+0100)/": the offset is only how it was shown. */
const dotNetForm = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/
/** Units of an epoch that services use, in ms. */
const epochUnits = [1000, 1, 1e-3, 1e-6]

function ofMs(ms: number, isGuess = false): ReadTime | null {
  const at = new Date(ms)
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1 || at.getUTCFullYear() > 9999) return null
  return { time: at.toISOString(), isGuess }
}

/** 1973 in seconds. Less is a count or a year, and zero is how some write "never". */
const leastEpoch = 1e8

/** Seconds, ms, µs or ns: whichever lies nearest to now. */
function ofEpoch(value: number, now: number): ReadTime | null {
  if (!Number.isFinite(value) || value < leastEpoch) return null
  let nearest = Number.NaN
  for (const unit of epochUnits) if (!(Math.abs(value * unit - now) >= Math.abs(nearest - now))) nearest = value * unit
  return ofMs(Math.round(nearest))
}

function zoneOf(zone: string): string {
  if (/^(?:Z|UTC|GMT)$/i.test(zone)) return 'Z'
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return `${zone.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** A day that does not exist would otherwise become another one. */
function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

function ofText(text: string, now: number): ReadTime | null {
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

/** `now` in ms tells seconds from milliseconds. Null where it cannot be read for sure ("01/02/2026"). */
export function timeOf(value: Json, now: number): ReadTime | null {
  if (typeof value === 'number') return ofEpoch(value, now)
  if (typeof value === 'string') return ofText(value.trim(), now)
  const date = isRecord(value) ? value['$date'] : undefined
  return date === undefined || isRecord(date) ? null : timeOf(date, now)
}
