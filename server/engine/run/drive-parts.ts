/** What driving a run needs of its process, and what its parts hand to each other. */
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
  /** After each commit. */
  tell(run: DrivenRun, hasEnded: boolean): void
}

/** What driving a run begins with. */
export interface DriveStart {
  /** Id of the trigger. */
  start: string
  values: Omit<Values, 'nodes' | 'now'>
  limitMs: number
  /** Another process was at this segment and did not end it. */
  isTakenOver: boolean
  /** No step of it is suspected any more. */
  clear: () => void
}

/** What an attempt cost, and how it is booked. */
export interface Paid {
  bookings: Booking[]
  costs: readonly CostLine[]
}
export const nothing: Paid = { bookings: [], costs: [] }

/** What goes with ends and beginnings. */
export interface Written {
  paid?: Paid
  deadlineAt?: Date
  /** Nothing is lost where it is done a second time instead of written now. */
  canWait?: boolean
}

/** An attempt that is to begin. */
export interface Beginning {
  step: StepKey
  attempt: number
  pauseMs?: number
}

/** A commit of a run in which nothing happens yet. */
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
