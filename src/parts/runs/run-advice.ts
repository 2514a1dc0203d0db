/** Remedies for errors of runs, by error code; the error message contains the cause. Pure. */
import type { Run } from '#contract/billing.ts'

const advice: Readonly<Record<string, string>> = {
  unreachable: 'Check the URL, and whether the service is running. Then retry.',
  timeout: 'Retry, or increase the timeout of the step.',
  too_large: 'Request less data at a time, or keep only what the next steps need.',
  too_many_redirects: 'Use the final URL of the redirects.',
  loop_limit: 'Add a condition that leaves the loop earlier.',
  memory: 'Process less data at a time.',
  crashed: 'The service crashed several times at this step. Check what the step does before you retry it.',
}

/** Remedy for an error code; null if the message is sufficient. */
export const adviceForCode = (code: string): string | null =>
  Object.hasOwn(advice, code) ? (advice[code] ?? null) : null

/** Whether the run was blocked before its first step, so that it cannot be continued. */
export const wasBlockedAtStart = ({ status, error }: Pick<Run, 'status' | 'error'>): boolean =>
  status === 'blocked' && error !== null && !error.node_id

/** Why a run has no steps. */
export const noStepsText = (run: Pick<Run, 'status' | 'error'>): string => {
  if (wasBlockedAtStart(run)) return 'The run did not start.'
  return run.status === 'queued' || run.status === 'running' ? 'No steps yet.' : 'No steps were stored.'
}

/** Remedy for the error of a run; null without an error, or if the message is sufficient. */
export function adviceForRun(run: Pick<Run, 'status' | 'error'>): string | null {
  if (run.error === null) return null
  // If a run was blocked at the start, its message already tells the user to run the flow again.
  if (run.error.code === 'insufficient_balance' && !wasBlockedAtStart(run))
    return 'Add credit, then retry. Completed steps are not charged again.'
  return adviceForCode(run.error.code)
}
