/** The next sensible step with a flow: what its primary button does. Pure. */
import type { FlowSummary, ValidationSummary } from '#contract/flow.ts'

/** `fix`: look at what prevents activation; `test`: run a test; `review`: look at the runs that fail. */
export type NextStep = 'fix' | 'test' | 'activate' | 'run' | 'review'

/** Statuses of a last run after which another test is more sensible than activation. */
const failedStatuses: ReadonlySet<string> = new Set(['failed', 'timed_out', 'cancelled', 'blocked'])

interface Possible {
  /** Number of findings that prevent activation, as far as known. */
  problems: number
  /** Whether more of its runs fail than usual, as far as the service says. */
  isFailing: boolean
  /** Whether the service offers status changes, and runs by hand. */
  hasLife: boolean
  hasRun: boolean
}

/** Null if the service offers none of these steps for the flow's status. */
export function nextStep(
  {
    status,
    last_run_status: lastRun,
    paused_by: pausedBy,
  }: Pick<FlowSummary, 'status' | 'last_run_status' | 'paused_by'>,
  { problems, isFailing, hasLife, hasRun }: Possible,
): NextStep | null {
  if (status === 'active') return isFailing ? 'review' : hasRun ? 'run' : null
  if (status !== 'draft' && status !== 'paused') return null
  if (problems > 0 && pausedBy === undefined && (hasLife || hasRun)) return 'fix'
  const wasTested = lastRun !== null && !failedStatuses.has(lastRun)
  if (hasRun && status === 'draft' && !wasTested) return 'test'
  return hasLife ? 'activate' : hasRun ? 'test' : null
}

/** Whether the definition of a flow prevents its activation; false if the service does not count findings. */
export const isBlocked = (summary: ValidationSummary | undefined): boolean =>
  summary !== undefined && (summary.errors > 0 || summary.foreign_steps > 0 || summary.starts_elsewhere)
