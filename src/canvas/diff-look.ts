/** How a difference of two versions looks on the canvas (LOOK.md "Difference"). Pure. */
import type { FlowElements } from './flow-elements.ts'

export type Change = 'added' | 'removed' | 'changed' | 'moved'

/** What differs, by the ids of nodes and edges. */
export interface Changes {
  nodes: ReadonlyMap<string, Change>
  edges: ReadonlyMap<string, Change>
}

/** The elements with their marks; what is the same steps back. */
export const withChanges = (elements: FlowElements, { nodes, edges }: Changes): FlowElements => ({
  nodes: elements.nodes.map((node) => {
    const change = nodes.get(node.id)
    return {
      ...node,
      className: `diff-${change ?? 'same'}`,
      ariaLabel: change === undefined ? (node.ariaLabel ?? '') : `${node.ariaLabel ?? ''}, ${change}`,
    }
  }),
  edges: elements.edges.map((edge) => ({
    ...edge,
    className: `${edge.className ?? ''} diff-${edges.get(edge.id) ?? 'same'}`,
  })),
})
