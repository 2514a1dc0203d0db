/** The part of a flow that the page holds: all but nodes and edges, which stay in the worker that parsed them. Pure. */
import { hasPositions } from '#canvas/model/placement.ts'
import type { FlowDetail } from '#contract/flow.ts'
import { countsOf, enabledSteps } from '#flow/node-kind.ts'

export interface FlowHead extends Omit<FlowDetail, 'nodes' | 'edges'> {
  counts: {
    /** Number of nodes, including notes, without groups. */
    nodes: number
    edges: number
    /** Length of the list of nodes. */
    all: number
    /** Number of steps, without disabled ones. */
    steps: number
  }
  /** Whether the flow gives the position of any node. */
  hasPositions: boolean
}

export const headCounts = ({ nodes, edges }: Pick<FlowDetail, 'nodes' | 'edges'>): FlowHead['counts'] => ({
  ...countsOf({ nodes, edges }),
  all: nodes.length,
  steps: enabledSteps(nodes),
})

export function flowHead({ nodes, edges, ...rest }: FlowDetail): FlowHead {
  return { ...rest, counts: headCounts({ nodes, edges }), hasPositions: hasPositions(nodes) }
}
