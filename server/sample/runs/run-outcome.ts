/** Outcome of a sample run, chosen before its steps are created. */
import type { RunStatus } from '#contract/values/run-status.ts'
import { budgetFault, type RunFault, runFaultAt, slowFault } from './run-faults.ts'
import type { Random } from '#server/sample/random.ts'
import { failureFactor } from '#server/sample/daily-traffic.ts'
import type { PathStep, RunPathSet } from './run-paths.ts'
import type { RunRequest } from './run-request.ts'

export interface RunOutcome {
  path: readonly PathStep[]
  /** Planned status; the run may still be in progress when the sample is created. */
  status: RunStatus
  /** Error of the last step, or of a blocked run; null = none. */
  fault: RunFault | null
}

/**
 * Shares: cancelled and blocked runs among all runs, queued runs among runs in progress, timeouts among failures.
 */
const shares = { cancelled: 0.004, blocked: 0.0015, queued: 0.25, tooSlow: 0.12 }
/** Maximum share of failed runs, during the outage. */
const maxFailureRate = 0.7

/** A path through a node, at which it fails if there is a fault. */
function certainOutcome(
  { succeeded }: RunPathSet,
  { node, fault }: NonNullable<RunRequest['certain']>,
  random: Random,
): RunOutcome {
  const indexIn = (path: readonly PathStep[]) => path.findIndex((step) => step.node.id === node)
  const path = random.pick(succeeded.filter((one) => indexIn(one) !== -1))
  const end = indexIn(path)
  const failing = path[end]
  if (fault === null || !failing) return { path, status: 'succeeded', fault: null }
  const steps = path.slice(0, end + 1).map((step, at) => (at === end ? { ...step, handle: null, failed: true } : step))
  return { path: steps, status: 'failed', fault: fault(failing.node.label) }
}

export function runOutcomeOf(
  { flow, at, kind, isInProgress, certain }: RunRequest,
  now: number,
  random: Random,
): RunOutcome {
  const paths = flow.paths.pathsFor(kind)
  if (certain) return certainOutcome(paths, certain, random)
  const path = random.pick(paths.succeeded)
  if (isInProgress) return { path, status: random.chance(shares.queued) ? 'queued' : 'running', fault: null }
  const chance = random.next()
  if (chance < shares.blocked) return { path: [], status: 'blocked', fault: budgetFault }
  if (chance < shares.blocked + shares.cancelled) {
    return { path: path.slice(0, random.whole(1, path.length)), status: 'cancelled', fault: null }
  }
  const failures = Math.min(maxFailureRate, flow.failures * failureFactor(at, now))
  if (paths.failed.length === 0 || !random.chance(failures)) return { path, status: 'succeeded', fault: null }
  const failed = random.pick(paths.failed)
  const last = failed.at(-1)
  if (!last || random.chance(shares.tooSlow)) return { path: failed, status: 'timed_out', fault: slowFault }
  return { path: failed, status: 'failed', fault: runFaultAt(last.node, random) }
}
