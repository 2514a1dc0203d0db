/** Averages, and kinds of ledger entries in words. Pure. */
import type { EntryKind } from '#contract/ledger.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'

/** The average per day of a sum, as an amount, truncated to the micro. */
export function perDay(sum: string, count: number): string | null {
  const micros = parseMicros(sum)
  return micros === null ? null : formatMicros(micros / BigInt(count))
}

/** Kinds of ledger entries. */
export const ledgerEntryWords: Record<EntryKind, string> = {
  grant: 'Grant',
  top_up: 'Top-up',
  run: 'Run',
  trial: 'Tool test',
  adjustment: 'Adjustment',
}
