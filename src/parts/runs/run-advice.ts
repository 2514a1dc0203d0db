/** Advice about an error of a run, by its code; the message itself says what happened. Pure. */
import type { Run } from '#contract/billing.ts'

const advice: Readonly<Record<string, string>> = {
  unreachable: 'Check the address, and whether the other side is up. Then retry from the failed step.',
  timeout: 'Retry from the failed step, or give the node more time.',
  too_large: 'Ask for less at a time, or keep only what the next nodes need.',
  too_many_redirects: 'Use the address to which it is redirected.',
  loop_limit: 'The flow goes round too often: let a condition lead out of the loop.',
  memory: 'Let the code work on less at a time.',
  crashed: 'The service ended several times at this step. Look at what it does before it is retried.',
}

/** Null if the message is sufficient. */
export const adviceOn = (code: string): string | null => (Object.hasOwn(advice, code) ? (advice[code] ?? null) : null)

/** The run was refused before its first step: it cannot be continued. */
export const neverBegan = ({ status, error }: Pick<Run, 'status' | 'error'>): boolean =>
  status === 'blocked' && error !== null && !error.node_id

/** The same for a whole run; null without an error, or if the message is sufficient. */
export function adviceOnRun(run: Pick<Run, 'status' | 'error'>): string | null {
  if (run.error === null) return null
  // The message of a run that was refused at the start says already that it has to be run again.
  if (run.error.code === 'insufficient_balance' && !neverBegan(run))
    return 'Add credit, then go on where it ended: what is done is not paid again.'
  return adviceOn(run.error.code)
}
