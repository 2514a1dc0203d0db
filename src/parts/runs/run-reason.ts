/** The reason why a run did not succeed. Pure. */
import type { Run } from '#contract/billing.ts'
import { openRunStatuses } from '#contract/values/run-status.ts'
import { firstSentence } from '#lib/text/text.ts'

/** Statuses of a run that ended without success. */
export const unsuccessfulStatuses = ['failed', 'timed_out', 'blocked', 'cancelled'] as const
const unsuccessful: ReadonlySet<string> = new Set(unsuccessfulStatuses)

const active: ReadonlySet<string> = new Set(openRunStatuses)

/** Whether a run has not ended. */
export const isActive = ({ status }: Pick<Run, 'status'>): boolean => active.has(status)

/** Whether a run ended early, so that it can be continued. */
export const isUnsuccessful = ({ status }: Pick<Run, 'status'>): boolean => unsuccessful.has(status)

/** The first sentence of an error, without its full stop; the code if there is no message. */
export const errorTitle = ({ code, message }: { code: string; message: string }): string =>
  firstSentence(message)[0].replace(/\.$/, '') || code

/** The reason of a run that did not succeed; null for others, and without an error. */
export const runReasonText = (run: Pick<Run, 'status' | 'error'>): string | null =>
  run.error === null || !isUnsuccessful(run) ? null : errorTitle(run.error) || null
