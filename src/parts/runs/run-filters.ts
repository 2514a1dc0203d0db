/** Filters of runs that links and pages share. Pure. */
import { runFields } from '#contract/billing.ts'
import type { Rule } from '#contract/filter/filter.ts'
import { addDays, dayIn } from '#lib/time/calendar-day.ts'

/** Days that are shown by default, including today: as many as the balance sums. */
export const defaultDays = 30

export function runRule(name: string, operator: Rule['operator'], values: readonly string[]): Rule {
  const field = runFields.fields.find((one) => one.name === name)
  if (field === undefined) throw new Error(`There is no filter field ${name}.`)
  return { field, customKey: null, operator, values: [...values] }
}

/**
 * The default time filter. It has no end, so that runs that start now are included, even if this clock is slow.
 * @param now in ms
 */
export const lastDaysRule = (now: number, zone: string): Rule =>
  runRule('started_at', 'gte', [addDays(dayIn(now, zone), 1 - defaultDays)])
