/** Schedule times of a flow's triggers, as cron expressions for the scheduler. */
import type { Node } from '#contract/flow.ts'
import { cronOfSeconds, isKnownZone } from '#flow/values/schedule.ts'
import { numberOf, recordOf, textOf, type Json } from '#lib/json/json.ts'
import { cronProblem } from './crontab.ts'

export interface ScheduleTime {
  /** Id of the trigger. */
  node: string
  /** Five fields, or six with seconds first. */
  cron: string
  /** IANA time zone. */
  zone: string
}

export interface ScheduleTimes {
  times: ScheduleTime[]
  invalid: { node: string; message: string }[]
}

const defaultZone = 'UTC'

function timeOf(schedule: Json | undefined, flowZone: string): { cron: string; zone: string } | string {
  const { cron, zone, every_seconds: every } = recordOf(schedule)
  const seconds = numberOf(every)
  const written = textOf(cron) || textOf(schedule)
  const text = written === '' && seconds !== null ? cronOfSeconds(seconds) : written
  if (text === null)
    return `Every ${seconds} s is not possible. Use a fraction of a minute, hour or day, or a cron expression.`
  if (text === '') return 'This trigger has no time. Add a cron expression.'
  const time = { cron: text, zone: textOf(zone) || flowZone }
  if (!isKnownZone(time.zone)) return `“${time.zone}” is not a time zone. Use one like “Europe/Berlin” or “UTC”.`
  return cronProblem(time.cron, time.zone) ?? time
}

/** Times of all enabled schedule triggers. The flow's `settings` contain the default zone. */
export function scheduleTimesOf(nodes: readonly Node[], settings: Json): ScheduleTimes {
  const flowZone = textOf(recordOf(settings)['timezone']) || defaultZone
  const found: ScheduleTimes = { times: [], invalid: [] }
  for (const node of nodes) {
    if (node.type !== 'trigger' || node.disabled || node.config['kind'] !== 'schedule') continue
    const time = timeOf(node.config['schedule'], flowZone)
    if (typeof time === 'string') found.invalid.push({ node: node.id, message: time })
    else found.times.push({ node: node.id, ...time })
  }
  return found
}
