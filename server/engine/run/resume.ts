/** Initial work of a resumed segment, from its log: interrupted attempts, steps to start, waiting steps. Pure. */
import type { StepEnd } from '#server/store/engine/engine-commit.ts'
import type { PlannedAttempt } from './drive-parts.ts'
import { interrupted, type LoggedState } from './run-log.ts'
import type { StepKey } from './graph-progress.ts'
import { stepEnd } from '#server/engine/step/step-end.ts'

interface ResumedWork {
  interruptedEnds: StepEnd[]
  attempts: PlannedAttempt[]
  waitingSteps: { step: StepKey; attempt: number; until: Date | null }[]
}

export function resumedWorkOf(open: LoggedState['open']): ResumedWork {
  const work: ResumedWork = { interruptedEnds: [], attempts: [], waitingSteps: [] }
  for (const { step, last } of open) {
    if (last?.status === 'waiting') {
      work.waitingSteps.push({ step, attempt: last.attempt, until: last.wakeAt })
      continue
    }
    work.attempts.push({ step, attempt: (last?.attempt ?? 0) + 1 })
    if (last?.status === 'running')
      work.interruptedEnds.push(stepEnd(step.key, last.attempt, { status: 'failed', error: interrupted }))
  }
  return work
}
