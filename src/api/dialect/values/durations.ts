/** Durations in all forms that services use, in ms. Pure. */
import { isRecord, numberOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { Unit } from './names.ts'

/** Length of a unit in ms. */
const msOf: Partial<Record<Unit, number>> = { one: 1, seconds: 1000, minutes: 60_000, us: 1e-3, ns: 1e-6 }

/** "PT1M3.5S", "P1DT2H" (ISO 8601); without months and years, whose length varies. */
const isoForm =
  /^(-?)P(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/
/** "00:01:03.500"; with days "1 02:03:04" or "1.02:03:04". "01:30" is not read: it may be hours or minutes. */
const clockForm = /^(?:(\d+)(?: days?,? |[ .]))?(\d{1,4}):([0-5]\d):([0-5]\d(?:\.\d{1,9})?)$/
/** "1h2m3.5s", "250ms", "1.250s", "90 s" (Go, protocol buffers). */
const unitForm = /^(?:\d+(?:\.\d+)?\s*(?:ns|us|µs|μs|ms|s|sec|secs|seconds?|m|mins?|minutes?|h|hours?)\s*)+$/
const unitParts = /(\d+(?:\.\d+)?)\s*(ns|us|µs|μs|ms|s|m|h)/g
const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

/** Rounds to the thousandth of a ms, to remove floating-point noise. */
const rounded = (ms: number): number | undefined => (Number.isFinite(ms) ? Math.round(ms * 1000) / 1000 : undefined)

const inMs = (weeks: number, days: number, hours: number, minutes: number, seconds: number): number =>
  (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000

const numbers = (texts: readonly (string | undefined)[]): number[] => texts.map((text) => Number(text ?? 0))

function ofText(text: string): number | undefined {
  const iso = isoForm.exec(text)
  if (iso && /\d/.test(text)) {
    const [sign, ...parts] = iso.slice(1)
    const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = numbers(parts)
    return sign === '-' ? undefined : inMs(weeks, days, hours, minutes, seconds)
  }
  const clock = clockForm.exec(text)
  if (clock) {
    const [days = 0, hours = 0, minutes = 0, seconds = 0] = numbers(clock.slice(1))
    return inMs(0, days, hours, minutes, seconds)
  }
  if (!unitForm.test(text)) return undefined
  return [...text.matchAll(unitParts)].reduce(
    (ms, [, count, unit = '']) => ms + Number(count) * (unitMs[unit] ?? Number.NaN),
    0,
  )
}

/** `{seconds: 1, nanos: 250000000}` (protocol buffers). */
function ofObject(value: JsonRecord): number | undefined {
  const [seconds, nanos] = [numberOf(value['seconds']), numberOf(value['nanos'] ?? 0)]
  return seconds === null || nanos === null ? undefined : seconds * 1000 + nanos / 1_000_000
}

/** @param unit derived from the field name; `text` = no unit, so a bare number is not read */
export function durationOf(value: Json, unit: Unit): number | undefined {
  const number = numberOf(value)
  const by = msOf[unit]
  if (number !== null) return by === undefined ? undefined : rounded(number * by)
  const read = typeof value === 'string' ? ofText(value.trim()) : isRecord(value) ? ofObject(value) : undefined
  return read === undefined ? undefined : rounded(read)
}
