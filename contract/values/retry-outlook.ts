/** What a retry of a run would do, as far as its error code says. Pure. */

/** Why a bulk retry leaves a run out whose error is permanent, as the detail of its result. */
export const permanentDetail = 'Would fail again.'

const retryOutlooks = ['credit', 'limit', 'temporary', 'same'] as const
/** What a retry would do, judged by the error code alone; null = the code does not say. */
export type RetryOutlook = (typeof retryOutlooks)[number]

const codes: Readonly<Record<RetryOutlook, readonly string[]>> = {
  credit: ['insufficient_balance', 'budget'],
  limit: ['budget_reached'],
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

export function retryOutlookOf({ code }: { code: string }): RetryOutlook | null {
  const http = /^http_(\d)(\d\d)$/.exec(code)
  if (http !== null) return http[1] === '5' || temporaryHttp.has(`${http[1]}${http[2]}`) ? 'temporary' : 'same'
  return retryOutlooks.find((outlook) => codes[outlook].includes(code)) ?? null
}
