import type { RunStep } from '#contract/billing.ts'
import { isStep } from '#flow/node-kind.ts'
import { overlayRun, type NodeRun } from '#flow/graph/run-overlay.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export interface RunOverlayAnswer {
  /** What the run did at the nodes to which it came, by their places. */
  reached: Map<number, NodeRun>
  /** By place of the edge; 1 = the run took it. */
  taken: Uint8Array<ArrayBuffer>
  /** Nodes of the run that the flow has no longer. */
  gone: { id: string; name: string }[]
  /** Nodes to which a run can come. */
  steps: number
  transfer: ArrayBuffer[]
}

/**
 * The steps of a run, laid over the flow.
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
