/** Unsuccessful ends of runs. */
import type { RunEnd } from '#server/store/engine/engine-commit.ts'
import type { LoopLimitError } from './graph-progress.ts'
import { maxCrashes } from './crash-isolation.ts'

export const cancelled: RunEnd = { status: 'cancelled', error: null, output: null }

export const failed = (code: string, message: string, nodeId: string | null = null): RunEnd => ({
  status: 'failed',
  error: { code, message, nodeId },
  output: null,
})

/** End of a run whose flow was deleted. */
export const flowDeleted = { code: 'flow_gone', message: 'The flow was deleted before this run ended.' }

/** End of a run that reached the loop limit. */
export const loopEnd = ({ message, node }: LoopLimitError): RunEnd => failed('loop_limit', message, node)

export const crashEnd = (node: string): RunEnd =>
  failed('crashed', `The process crashed ${maxCrashes} times while running this step.`, node)

export const timeEnd = (limitMs: number): RunEnd => ({
  status: 'timed_out',
  error: {
    code: 'timed_out',
    message: `The run was active for longer than ${Math.round(limitMs / 1000)} s.`,
    nodeId: null,
  },
  output: null,
})
