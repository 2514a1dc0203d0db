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

/** In place of the message of an error that has none. */
export const noReason = 'No reason given'

/** The first sentence of an error, without its full stop. If there is no message, the code tells errors apart. */
export const errorTitle = ({ code, message }: { code: string; message: string }): string =>
  message === '' && code !== '' ? `${noReason} (${code})` : firstSentence(message)[0].replace(/\.$/, '')

/** The reason of a run that did not succeed; null for others, and without an error. */
export const runReasonText = (run: Pick<Run, 'status' | 'error'>): string | null =>
  run.error === null || !isUnsuccessful(run) ? null : errorTitle(run.error) || null
