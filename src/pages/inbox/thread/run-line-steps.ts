/** The steps of a run as its line in a thread shows them. Pure. */
import type { RunStep } from '#contract/billing.ts'

/** Steps that are shown by themselves: a line in a thread is no log. */
const maxSteps = 8
/** So few more are shown as well: the button would take as much room. */
const slack = 2
const bad = new Set<string>(['failed', 'timed_out', 'blocked'])

export const isBadStep = ({ status }: Pick<RunStep, 'status'>): boolean => bad.has(status)

/** The first steps and, wherever they stand, those that went wrong. */
export function runLineSteps(steps: readonly RunStep[], isWhole: boolean): readonly RunStep[] {
  if (isWhole || steps.length <= maxSteps + slack) return steps
  const wrong = steps.filter(isBadStep).slice(0, maxSteps)
  const first = steps.filter((step) => !isBadStep(step)).slice(0, maxSteps - wrong.length)
  return [...first, ...wrong].toSorted((a, b) => a.seq - b.seq)
}
