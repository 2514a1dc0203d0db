/** Initial work of a resumed segment, from its log: interrupted attempts, steps to start, waiting steps. Pure. */
import type { StepEnd } from '#server/store/engine/engine-commit.ts'
import type { Beginning } from './drive-parts.ts'
import { interrupted, type LoggedState } from './run-log.ts'
import type { StepKey } from './graph-progress.ts'
import { stepEnd } from '#server/engine/step/step-end.ts'

interface Resumed {
  cut: StepEnd[]
  begin: Beginning[]
  asleep: { step: StepKey; attempt: number; until: Date | null }[]
}

export function resumeOf(open: LoggedState['open']): Resumed {
  const resumed: Resumed = { cut: [], begin: [], asleep: [] }
  for (const { step, last } of open) {
    if (last?.status === 'waiting') {
      resumed.asleep.push({ step, attempt: last.attempt, until: last.wakeAt })
      continue
    }
    resumed.begin.push({ step, attempt: (last?.attempt ?? 0) + 1 })
    if (last?.status === 'running')
      resumed.cut.push(stepEnd(step.key, last.attempt, { status: 'failed', error: interrupted }))
  }
  return resumed
}
