/** Dependencies of a drive, and types that its parts share. */
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
  /** Called after each commit, and after a suspension. */
  afterCommit(run: DrivenRun, hasEnded: boolean): void
}

/** Initial state of a drive. */
export interface DriveStart {
  /** Id of the trigger. */
  triggerId: string
  values: Omit<Values, 'nodes' | 'now'>
  limitMs: number
  /** Another process drove this segment before, without ending it. */
  isTakenOver: boolean
  /** Called when no suspect step is left. */
  releaseLane: () => void
}

/** Cost of an attempt, and the ledger bookings for it. */
export interface AttemptCost {
  bookings: Booking[]
  costs: readonly CostLine[]
}
export const noCost: AttemptCost = { bookings: [], costs: [] }

/** Additional data of a commit. */
export interface WriteOptions {
  attemptCost?: AttemptCost
  deadlineAt?: Date
  /** The write may be delayed: if it is lost, the step is repeated without harm. */
  canWait?: boolean
}

/** An attempt to start. */
export interface PlannedAttempt {
  step: StepKey
  attempt: number
  pauseMs?: number
}

/** A commit that changes nothing, as a base for others. */
export const emptyCommit = (run: DrivenRun, at: Date): Commit => ({
  account: run.account,
  run: run.id,
  lease: run.lease,
  at,
  ended: [],
  bookings: [],
  newTotals: null,
  started: [],
  deadlineAt: null,
  end: null,
})

export function driveStartOf({ nodes }: RunPlan, { step, attempt }: PlannedAttempt, seq: number, at: Date): StepStart {
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
