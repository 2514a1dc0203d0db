/** The share of failed runs, the same wherever it is shown. Pure. */
import type { RunSummary } from '#contract/billing.ts'
import { formatShare } from '#lib/format-share.ts'

/**
 * "3.9%": the runs that failed or timed out, of those that ended; '' if none ended. A service that does not count the
 * ended ones is taken to count only those.
 */
export const failedShare = ({
  failed,
  count,
  ended = count,
}: Pick<RunSummary['totals'], 'failed' | 'count' | 'ended'>): string =>
  ended > 0 && failed >= 0 ? formatShare(BigInt(failed), BigInt(ended)) : ''
