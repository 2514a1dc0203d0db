import type { RunStep } from '#contract/billing.ts'
import { isStep } from '#flow/node-kind.ts'
import { overlayRun, type NodeRun } from '#flow/graph/run-overlay.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export interface RunOverlayAnswer {
  /** Results of the nodes that the run reached, by index. */
  reached: Map<number, NodeRun>
  /** By edge index; 1 = the run took it. */
  taken: Uint8Array<ArrayBuffer>
  /** Nodes of the run that are no longer in the flow. */
  gone: { id: string; name: string }[]
  /** Number of nodes that a run can reach. */
  steps: number
  transfer: ArrayBuffer[]
}

/**
 * The run overlay of a flow.
 * @param readAt when the run was read, ms
 */
export function runOverlayIn(
  held: MemoizedFlow,
  { steps, readAt }: { steps: readonly RunStep[]; readAt: number },
): RunOverlayAnswer {
  const { nodes, taken, gone } = overlayRun(held, steps, readAt)
  const reached = new Map(nodes.flatMap((run, place) => (run === null ? [] : [[place, run] as const])))
  return {
    reached,
    taken,
    gone: [...gone],
    steps: held.nodes.filter(isStep).length,
    transfer: [taken.buffer],
  }
}
