/** What to do about an error of a run, by its code; the message itself says what happened. Pure. */

const advice: Readonly<Record<string, string>> = {
  refused_address: 'Use a public address, or let whoever runs the service allow this one (OUTGOING_ALLOW).',
  unreachable: 'Check the address, and whether the other side is up. Then retry from the failed step.',
  timeout: 'Retry from the failed step, or give the node more time.',
  too_large: 'Ask for less at a time, or keep only what the next nodes need.',
  too_many_redirects: 'Use the address to which it is redirected.',
  loop_limit: 'The flow goes round too often: let a condition lead out of the loop.',
  memory: 'Let the code work on less at a time.',
  crashed: 'The service ended several times at this step. Look at what it does before it is retried.',
  insufficient_balance: 'Top up, then retry from the failed step: what is done is not paid again.',
  model_missing: 'No model is set up here: whoever runs the service names its endpoint (MODEL_BASE_URL).',
}

/** Null where the message says all there is. */
export const adviceOn = (code: string): string | null => (Object.hasOwn(advice, code) ? (advice[code] ?? null) : null)
