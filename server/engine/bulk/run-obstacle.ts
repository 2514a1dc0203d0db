/** Why a bulk action leaves a run out. Pure. */
import type { bulkActions } from '#contract/run-work.ts'

export interface RunState {
  status: string
  isOver: boolean
  sample: boolean
  retriedAs: string | null
  isTest: boolean
  /** Null if the flow was deleted. */
  flowStatus: string | null
}

/** Result of a run that was retried before, by a person or by a bulk action. */
export const alreadyRetriedDetail = 'Already retried.'
/** Result of a run that was deleted after the start of the bulk action. */
export const deletedDetail = 'The run was deleted.'

function retryObstacle({ status, isOver, retriedAs, isTest, flowStatus }: RunState): string | null {
  if (!isOver) return 'Still in progress.'
  if (status === 'succeeded') return 'Succeeded.'
  if (retriedAs !== null) return alreadyRetriedDetail
  if (flowStatus === null) return 'The flow was deleted.'
  if (flowStatus === 'archived') return 'The flow is archived.'
  if (flowStatus !== 'active' && !isTest) return 'The flow is not active.'
  return null
}

/** A sentence; null if the action applies to the run. */
export function runObstacle(action: (typeof bulkActions)[number], run: RunState): string | null {
  if (action === 'retry') return retryObstacle(run)
  if (run.sample) return 'Sample runs cannot be cancelled.'
  return run.isOver ? 'Already ended.' : null
}
