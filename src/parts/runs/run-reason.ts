/** The reason why a run did not succeed, and what a retry would do. Pure. */
import type { Run } from '#contract/billing.ts'
import type { RunReason } from '#contract/run-work.ts'
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

export const retryOutlooks = ['credit', 'temporary', 'same'] as const
/** What a retry would do, judged by the error code alone; null = the code does not say. */
export type RetryOutlook = (typeof retryOutlooks)[number]

const codes: Readonly<Record<RetryOutlook, readonly string[]>> = {
  credit: ['insufficient_balance', 'budget', 'budget_reached'],
  temporary: [
    'busy',
    'crashed',
    'interrupted',
    'model_unavailable',
    'rate_limited',
    'run_timeout',
    'throttled',
    'timed_out',
    'timeout',
    'unreachable',
  ],
  same: [
    'auth_failed',
    'bad_request',
    'bad_url',
    'code_error',
    'expression_error',
    'flow_gone',
    'loop_limit',
    'max_steps',
    'memory',
    'missing_flow',
    'missing_tool',
    'no_model',
    'not_boolean',
    'recipient_refused',
    'refused_address',
    'signature_mismatch',
    'step_limit',
    'syntax',
    'token_limit',
    'too_large',
    'too_many_redirects',
    'wrong_tool',
  ],
}

/** Statuses of HTTP that may be different next time, besides 5xx. */
const temporaryHttp = new Set(['408', '425', '429'])

export function retryOutlookOf({ code }: RunReason['error']): RetryOutlook | null {
  const http = /^http_(\d)(\d\d)$/.exec(code)
  if (http !== null) return http[1] === '5' || temporaryHttp.has(`${http[1]}${http[2]}`) ? 'temporary' : 'same'
  return retryOutlooks.find((outlook) => codes[outlook].includes(code)) ?? null
}
