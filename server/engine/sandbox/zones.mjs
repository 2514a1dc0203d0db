/** Time zone data for QuickJS, which has none: changes of the UTC offset around now. */

/** Days before and after `now` that are covered; outside them, the nearest offset is used. */
const daysAround = 800
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Maximum number of zones per call; most expressions name one or two. */
const maxZones = 20

/** @type {Map<string, Intl.DateTimeFormat | null>} */
const formats = new Map()

/** @param {string} zone */
function formatOf(zone) {
  const known = formats.get(zone)
  if (known !== undefined) return known
  let format = null
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  } catch {
    // Text that only looks like a zone name.
  }
  if (formats.size < 1000) formats.set(zone, format)
  return format
}

/** "GMT+05:30" → 330. @param {Intl.DateTimeFormat} format @param {number} at */
function minutesAt(format, at) {
  const name = format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/**
 * [from (ms), UTC offset in minutes] in chronological order.
 * @param {Intl.DateTimeFormat} format
 * @param {number} now
 * @returns {[number, number][]}
 */
function stepsOf(format, now) {
  let at = now - daysAround * dayMs
  /** @type {[number, number][]} */
  const steps = [[at, minutesAt(format, at)]]
  for (const end = now + daysAround * dayMs; at < end; at += 7 * dayMs) {
    if (minutesAt(format, at + 7 * dayMs) === steps.at(-1)?.[1]) continue
    let [low, high] = [at, at + 7 * dayMs]
    while (high - low > 60_000) {
      const middle = Math.floor((low + high) / 120_000) * 60_000
      if (minutesAt(format, middle) === steps.at(-1)?.[1]) low = middle
      else high = middle
    }
    steps.push([high, minutesAt(format, high)])
  }
  return steps
}

/** @type {Map<string, { until: number, steps: [number, number][] }>} */
const zoneCache = new Map()

/**
 * Offsets of the zones that a JSON text names ("Europe/Berlin"), and of UTC.
 * @param {string} text
 * @param {number} now Milliseconds.
 * @returns {Record<string, [number, number][]>}
 */
export function zonesIn(text, now) {
  /** @type {Record<string, [number, number][]>} */
  const found = { UTC: [[0, 0]] }
  for (const [, zone = ''] of text.matchAll(/"([A-Z][A-Za-z]{2,20}(?:\/[A-Z][A-Za-z0-9_+-]{1,30}){1,2})\\?"/g)) {
    if (Object.keys(found).length > maxZones) break
    if (zone in found) continue
    const known = zoneCache.get(zone)
    const format = known && known.until > now ? null : formatOf(zone)
    if (format && zoneCache.size < 1000) zoneCache.set(zone, { until: now + dayMs, steps: stepsOf(format, now) })
    const steps = zoneCache.get(zone)?.steps
    if (steps) found[zone] = steps
  }
  return found
}
