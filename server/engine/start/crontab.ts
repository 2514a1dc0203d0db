/**
 * Cron expressions, checked by DBOS's own parser: DBOS's scheduler starts the flows, and an expression that another parser
 * accepts could be refused after a flow was activated.
 *
 * The parser is not part of the public API of 5.3.0. On an upgrade of `@dbos-inc/dbos-sdk` check that
 * - `internal/scheduler/crontab` still exports `TimeMatcher` and `validateCrontab`, and the scheduler still uses them;
 * - its messages still name the part and the field, and a schedule that never fires still gives a time that does not match:
 *   `crontab.test.ts` shows these.
 */
import { TimeMatcher, validateCrontab } from '@dbos-inc/dbos-sdk/internal/scheduler/crontab'

/** A message of the parser: "61 is a invalid expression for minute". */
const invalidPart = /^(.*) is an? invalid expression for (.+)$/

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const [, part, field] = invalidPart.exec(message) ?? []
  return part === undefined ? message : `its ${field} cannot be “${part}”`
}

/** A sentence that says what is wrong with an expression of five or six fields; null if DBOS can keep it. `zone` is a known IANA zone. */
export function cronProblem(cron: string, zone: string): string | null {
  try {
    validateCrontab(cron)
  } catch (error) {
    return `“${cron}” is not a cron expression: ${reasonOf(error)}. Use five fields (minute, hour, day, month, weekday), or six with seconds first.`
  }
  const times = new TimeMatcher(cron, zone)
  return times.match(times.nextWakeupTime(new Date())) ? null : `“${cron}” never occurs.`
}
