/** What the page itself holds of a flow: all but its nodes and edges, which stay where they were parsed. Pure. */
import { hasPositions } from '#canvas/model/placement.ts'
import type { FlowDetail } from '#contract/flow.ts'
import { countsOf } from '#flow/counts.ts'

export interface FlowHead extends Omit<FlowDetail, 'nodes' | 'edges'> {
  counts: {
    /** Without groups and notes. */
    nodes: number
    edges: number
    /** Everything in the list of nodes. */
    all: number
  }
  /** The flow says where its nodes stand. */
  hasPositions: boolean
}

export function flowHead({ nodes, edges, ...rest }: FlowDetail): FlowHead {
  return { ...rest, counts: { ...countsOf({ nodes, edges }), all: nodes.length }, hasPositions: hasPositions(nodes) }
}
