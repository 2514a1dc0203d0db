/** Selects the steps of a run that are shown in a thread. Pure. */
import type { RunStep } from '#contract/billing.ts'

/** Maximum number of steps shown initially. */
const maxSteps = 8
const bad = new Set<string>(['failed', 'timed_out', 'blocked'])

export const isBadStep = ({ status }: Pick<RunStep, 'status'>): boolean => bad.has(status)

/** All steps; unless they are expanded, only the failed ones, up to the maximum. */
export const runLineSteps = (steps: readonly RunStep[], isExpanded: boolean): readonly RunStep[] =>
  isExpanded ? steps : steps.filter(isBadStep).slice(0, maxSteps)
