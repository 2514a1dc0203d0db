/** Maps the result of the layered layout to the nodes of a flow. */
import type { Node } from '#contract/flow.ts'
import type { Size } from './flow-graph.ts'
import type { LayeredGraph, LayeredPositions } from '#flow/layered/layered-graph.ts'

/** Top-left corner relative to the parent, and size; groups contain at least their content. */
export interface NodeBox extends Size {
  x: number
  y: number
}

/**
 * Boxes of all nodes without a position, and of groups with a position that grew because their children were laid out.
 */
export function boxesFromLayout(
  nodes: readonly Node[],
  graph: Pick<LayeredGraph, 'width' | 'height' | 'fixed'>,
  { x, y, width, height }: LayeredPositions,
): Map<string, NodeBox> {
  const result = new Map<string, NodeBox>()
  for (const [index, { id }] of nodes.entries()) {
    const box = { x: x[index] ?? 0, y: y[index] ?? 0, width: width[index] ?? 0, height: height[index] ?? 0 }
    const hasGrown = box.width !== graph.width[index] || box.height !== graph.height[index]
    if (graph.fixed?.[index] !== 1 || hasGrown) result.set(id, box)
  }
  return result
}
