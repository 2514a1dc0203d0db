/** Selects the steps of a run that are shown in a thread. Pure. */
import type { RunStep } from '#contract/billing.ts'

/** Maximum number of steps shown initially. */
const maxSteps = 8
/** Up to this many further steps are shown instead of a button, which would take as much space. */
const stepTolerance = 2
const bad = new Set<string>(['failed', 'timed_out', 'blocked'])

export const isBadStep = ({ status }: Pick<RunStep, 'status'>): boolean => bad.has(status)

/** The first steps and the failed ones, up to the maximum. */
export function runLineSteps(steps: readonly RunStep[], isWhole: boolean): readonly RunStep[] {
  if (isWhole || steps.length <= maxSteps + stepTolerance) return steps
  const failedSteps = steps.filter(isBadStep).slice(0, maxSteps)
  const otherSteps = steps.filter((step) => !isBadStep(step)).slice(0, maxSteps - failedSteps.length)
  return [...otherSteps, ...failedSteps].toSorted((a, b) => a.seq - b.seq)
}
