/** What driving a run needs of its process. */
import type pg from 'pg'
import type { CommitStep } from '#server/store/engine-commit.ts'
import type { DrivenRun } from '#server/store/engine-run.ts'
import type { Queue } from './queue.ts'
import type { StepParts } from './step-work.ts'

export interface DriveParts extends StepParts {
  pool: pg.Pool
  now: () => Date
  commit: CommitStep
  queue: Pick<Queue, 'enqueue'>
  isStopping(): boolean
  /** After each commit. */
  tell(run: DrivenRun, hasEnded: boolean): void
}
