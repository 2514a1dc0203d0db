/** Dependencies of driving a run, and types passed between its parts. */
import type pg from 'pg'
import type { Booking, Commit, CommitStep, StepStart } from '#server/store/engine/engine-commit.ts'
import type { DrivenRun } from '#server/store/engine/engine-run.ts'
import type { RunPlan } from './flow-graph.ts'
import type { CostLine, Values } from '#server/engine/node.ts'
import type { Queue } from '#server/engine/queue/queue.ts'
import type { StepKey } from './graph-progress.ts'
import type { StepParts } from '#server/engine/step/step-work.ts'

export interface DriveParts extends StepParts {
  pool: pg.Pool
  now: () => Date
  commit: CommitStep
  queue: Pick<Queue, 'enqueue'>
  isStopping(): boolean
  /** Called after each commit. */
  tell(run: DrivenRun, hasEnded: boolean): void
}

/** Initial state of a drive. */
export interface DriveStart {
  /** Id of the trigger. */
  start: string
  values: Omit<Values, 'nodes' | 'now'>
  limitMs: number
  /** Another process drove this segment without ending it. */
  isTakenOver: boolean
  /** No step is suspect any longer. */
  clear: () => void
}

/** Cost of an attempt, and its bookings. */
export interface Paid {
  bookings: Booking[]
  costs: readonly CostLine[]
}
export const nothing: Paid = { bookings: [], costs: [] }

/** Additional data of a commit. */
export interface Written {
  paid?: Paid
  deadlineAt?: Date
  /** May be delayed, because repeating it instead loses nothing. */
  canWait?: boolean
}

/** An attempt to start. */
export interface Beginning {
  step: StepKey
  attempt: number
  pauseMs?: number
}

/** A commit without any effect. */
export const emptyCommit = (run: DrivenRun, at: Date): Commit => ({
  account: run.account,
  run: run.id,
  lease: run.lease,
  at,
  ended: [],
  bookings: [],
  paid: null,
  started: [],
  deadlineAt: null,
  end: null,
})

export function driveStartOf({ nodes }: RunPlan, { step, attempt }: Beginning, seq: number, at: Date): StepStart {
  const node = nodes.get(step.node)
  return {
    key: step.key,
    seq,
    node_id: step.node,
    node_name: node?.name ?? '',
    node_type: node?.type ?? '',
    attempt,
    started_at: at.toISOString(),
  }
}
