/** When a flow starts by itself: the times that its triggers name, in the form in which the scheduler keeps them. */
import { TimeMatcher, validateCrontab, validateTimezone } from '@dbos-inc/dbos-sdk/internal/scheduler/crontab'
import type { Node } from '#contract/flow.ts'
import { numberOf, recordOf, textOf, type Json } from '#lib/json/json.ts'

export interface ScheduleTime {
  /** Id of the trigger. */
  node: string
  /** Five fields, or six with seconds first. */
  cron: string
  /** IANA. */
  zone: string
}

export interface ScheduleTimes {
  times: ScheduleTime[]
  wrong: { node: string; message: string }[]
}

const usualZone = 'UTC'
const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** "Every so many seconds" as a cron expression, counted from the full minute, hour or day; null where it cannot be said so. */
export function cronOfSeconds(seconds: number): string | null {
  if (!Number.isInteger(seconds) || seconds < 1) return null
  if (seconds < minute) return minute % seconds === 0 ? `*/${seconds} * * * * *` : null
  if (seconds < hour) return hour % seconds === 0 && seconds % minute === 0 ? `*/${seconds / minute} * * * *` : null
  if (seconds < day) return day % seconds === 0 && seconds % hour === 0 ? `0 */${seconds / hour} * * *` : null
  return seconds === day ? '0 0 * * *' : null
}

const isKnownZone = (zone: string): boolean => {
  try {
    validateTimezone(zone)
    return true
  } catch {
    return false
  }
}

/** Which part is wrong, as the library says it: "61 is a invalid expression for minute". */
const wrongPart = /^(.*) is an? invalid expression for (.+)$/

function whyOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  const [, part, field] = wrongPart.exec(said) ?? []
  return part === undefined ? said : `its ${field} cannot be “${part}”`
}

/** What is wrong with an expression: a sentence; null where nothing is. */
function wrongWith(cron: string, zone: string): string | null {
  if (!isKnownZone(zone)) return `“${zone}” is not a time zone. Use one like “Europe/Berlin” or “UTC”.`
  try {
    validateCrontab(cron)
  } catch (error) {
    return `“${cron}” is not a cron expression: ${whyOf(error)}. Use five fields (minute, hour, day, month, weekday), or six with seconds first.`
  }
  const times = new TimeMatcher(cron, zone)
  if (!times.match(times.nextWakeupTime(new Date()))) return `“${cron}” never occurs.`
  return null
}

function timeOf(schedule: Json | undefined, flowZone: string): { cron: string; zone: string } | string {
  const { cron, zone, every_seconds: every } = recordOf(schedule)
  const seconds = numberOf(every)
  const written = textOf(cron) || textOf(schedule)
  const text = written === '' && seconds !== null ? cronOfSeconds(seconds) : written
  if (text === null)
    return `Every ${seconds} s is not possible. Use a fraction of a minute, hour or day, or a cron expression.`
  if (text === '') return 'This trigger has no time. Add a cron expression.'
  const time = { cron: text, zone: textOf(zone) || flowZone }
  return wrongWith(time.cron, time.zone) ?? time
}

/** Of all triggers by schedule that are not switched off. `settings` of the flow name the zone where a trigger does not. */
export function scheduleTimesOf(nodes: readonly Node[], settings: Json): ScheduleTimes {
  const flowZone = textOf(recordOf(settings)['timezone']) || usualZone
  const found: ScheduleTimes = { times: [], wrong: [] }
  for (const node of nodes) {
    if (node.type !== 'trigger' || node.disabled || node.config['kind'] !== 'schedule') continue
    const time = timeOf(node.config['schedule'], flowZone)
    if (typeof time === 'string') found.wrong.push({ node: node.id, message: time })
    else found.times.push({ node: node.id, ...time })
  }
  return found
}
