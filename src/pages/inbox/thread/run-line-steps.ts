/** The steps of a run for its line in a thread. Pure. */
import type { RunStep } from '#contract/billing.ts'

/** Maximum steps that are shown initially. */
const maxSteps = 8
/** This many more are shown as well: the button would take as much space. */
const slack = 2
const bad = new Set<string>(['failed', 'timed_out', 'blocked'])

export const isBadStep = ({ status }: Pick<RunStep, 'status'>): boolean => bad.has(status)

/** The first steps, and all failed ones. */
export function runLineSteps(steps: readonly RunStep[], isWhole: boolean): readonly RunStep[] {
  if (isWhole || steps.length <= maxSteps + slack) return steps
  const wrong = steps.filter(isBadStep).slice(0, maxSteps)
  const first = steps.filter((step) => !isBadStep(step)).slice(0, maxSteps - wrong.length)
  return [...first, ...wrong].toSorted((a, b) => a.seq - b.seq)
}
