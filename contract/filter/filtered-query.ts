/** Query of filtered lists; separate from kernel/page.ts, which every page of the console loads. */
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

/** Query of filtered lists (docs/api.md, "Filters"). `tz`: time zone of dates without a time, and of CSV times. */
export const filteredQuery = pageQuery.extend({ tz: TimeZone.optional() })
