/**
 * Validates cron expressions with the parser of DBOS, whose scheduler starts the flows: it might refuse an expression
 * that another parser accepts, after the flow was activated.
 *
 * The parser is not part of the public API of 5.3.0. On an upgrade of `@dbos-inc/dbos-sdk` check that
 * - `internal/scheduler/crontab` still exports `TimeMatcher` and `validateCrontab`, and the scheduler still uses them;
 * - its messages still name the part and the field, and the next time of a schedule that never fires still does not
 *   match.
 *
 * `crontab.test.ts` shows both.
 */
import { TimeMatcher, validateCrontab } from '@dbos-inc/dbos-sdk/internal/scheduler/crontab'

/** A message of the parser: "61 is a invalid expression for minute". */
const invalidPart = /^(.*) is an? invalid expression for (.+)$/

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const [, part, field] = invalidPart.exec(message) ?? []
  return part === undefined ? message : `its ${field} cannot be “${part}”`
}

/** Error in a cron expression of five or six fields, as a sentence; null if it is valid. `zone`: a valid IANA zone. */
export function cronProblem(cron: string, zone: string): string | null {
  try {
    validateCrontab(cron)
  } catch (error) {
    return `“${cron}” is not a cron expression: ${reasonOf(error)}. Use five fields (minute, hour, day, month, weekday), or six with seconds first.`
  }
  const times = new TimeMatcher(cron, zone)
  return times.match(times.nextWakeupTime(new Date())) ? null : `“${cron}” never occurs. Check its day and month.`
}

/** The first time of a valid schedule after an instant. */
export const nextCronTime = (cron: string, zone: string, after: Date): Date =>
  new TimeMatcher(cron, zone).nextWakeupTime(after)

/** Lengths in ms of the periods in which the last time is searched: seconds, hours, a month, years. */
const searchPeriods = [60_000, 3_600_000, 86_400_000, 32 * 86_400_000, 366 * 86_400_000]

/** The last time of a valid schedule in `from` (included) to `until` (included); null if there is none. */
export function lastCronTime(cron: string, zone: string, from: Date, until: Date): Date | null {
  const times = new TimeMatcher(cron, zone)
  for (const period of searchPeriods) {
    const start = Math.max(from.getTime() - 1, until.getTime() - period)
    let last: Date | null = null
    for (let next = times.nextWakeupTime(new Date(start)); next <= until; next = times.nextWakeupTime(next)) last = next
    if (last || start < from.getTime()) return last
  }
  return null
}
