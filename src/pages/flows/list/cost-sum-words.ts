/** What the rows of a page cost together, in words. Pure. */
import type { FlowSummary } from '#contract/flow.ts'
import { formatSum } from '#lib/money/format-money.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'

/**
 * "€12.40 in the last 30 days on this page"; where some rows do not say what they cost, over how many it is. Null where none
 * does, and where they are of several currencies.
 */
export function costSumWords(
  rows: readonly Pick<FlowSummary, 'cost_last_30_days' | 'currency'>[],
  locale?: string,
): string | null {
  const known = rows.flatMap(({ cost_last_30_days: cost, currency }) => {
    const micros = parseMicros(cost)
    return micros === null ? [] : [{ micros, currency }]
  })
  const [first] = known
  if (first === undefined || known.some(({ currency }) => currency !== first.currency)) return null
  const sum = formatSum(formatMicros(known.reduce((all, { micros }) => all + micros, 0n)), first.currency, locale)
  const over = known.length === rows.length ? 'on this page' : `over ${known.length} of ${rows.length} on this page`
  return `${sum} in the last 30 days ${over}`
}
