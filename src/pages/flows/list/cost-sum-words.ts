/** Total cost of the rows of a page, in words. Pure. */
import type { FlowSummary } from '#contract/flow.ts'
import { formatSum } from '#lib/money/format-money.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'

/**
 * "€12.40 in the last 30 days", or "This page: …" if the list has more rows; if some rows have no cost, with the number
 * of rows that have one. Null if no row has a cost, or the currencies differ.
 */
export function costSumWords(
  rows: readonly Pick<FlowSummary, 'cost_last_30_days' | 'currency'>[],
  isWhole: boolean,
  locale?: string,
): string | null {
  const known = rows.flatMap(({ cost_last_30_days: cost, currency }) => {
    const micros = parseMicros(cost)
    return micros === null ? [] : [{ micros, currency }]
  })
  const [first] = known
  if (first === undefined || known.some(({ currency }) => currency !== first.currency)) return null
  const sum = formatSum(formatMicros(known.reduce((all, { micros }) => all + micros, 0n)), first.currency, locale)
  const counted = known.length === rows.length ? '' : ` for ${known.length} of ${rows.length} flows`
  return `${isWhole ? '' : 'This page: '}${sum} in the last 30 days${counted}`
}
