import type { RunStep } from '#contract/billing.ts'
import { isStep } from '#flow/node-kind.ts'
import { overlayRun, type NodeRun } from '#flow/graph/run-overlay.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export interface RunOverlayAnswer {
  /** Results of the nodes that the run reached, by index. */
  reachedNodes: Map<number, NodeRun>
  /** By edge index; 1 = the run took it. */
  takenEdges: Uint8Array<ArrayBuffer>
  /** Nodes of the run that are no longer in the flow. */
  missingNodes: { id: string; name: string }[]
  /** Number of nodes that a run can reach. */
  steps: number
  transfer: ArrayBuffer[]
}

/**
 * The run overlay of a flow.
 * @param readAt when the run was read, ms
 */
export function runOverlayIn(
  flow: MemoizedFlow,
  { steps, readAt }: { steps: readonly RunStep[]; readAt: number },
): RunOverlayAnswer {
  const { nodes, takenEdges, missingNodes } = overlayRun(flow, steps, readAt)
  const reachedNodes = new Map(nodes.flatMap((run, place) => (run === null ? [] : [[place, run] as const])))
  return {
    reachedNodes,
    takenEdges,
    missingNodes: [...missingNodes],
    steps: flow.nodes.filter(isStep).length,
    transfer: [takenEdges.buffer],
  }
}
