/** The query of lists that are filtered: a page of them, and the zone that days in a filter mean. Source: docs/api.md, "Filters". */
import { z } from 'zod'
import { pageQuery } from '#contract/kernel/page.ts'

export const TimeZone = z.string().max(100).refine(isTimeZone, 'This is not a time zone. Use one like Europe/Berlin.')

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** `tz`: the zone in which dates without a time are read, and in which a CSV writes times. */
export const filteredQuery = pageQuery.extend({ tz: TimeZone.optional() })
