/** Kinds of ledger entries, in words. */
import type { EntryKind } from '#contract/ledger.ts'

export const ledgerEntryWords: Record<EntryKind, string> = {
  grant: 'Grant',
  top_up: 'Top-up',
  run: 'Run',
  trial: 'Tool trial',
  adjustment: 'Adjustment',
}
