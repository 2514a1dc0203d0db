/**
 * Places for nodes that have none: layers from left to right, connected parts beside and below one another, groups laid out
 * inside first, notes above what they describe.
 */
import type { Edge, Node } from '#contract/flow.ts'
import { flowGraph, type FlowShapes, type Size } from '#flow/flow-graph.ts'
import { layeredLayout } from '#flow/layered/layered-layout.ts'

/** Top-left corner, relative to the parent, and the size that was laid out: for groups at least their content. */
export interface Box extends Size {
  x: number
  y: number
}

/**
 * A box for every node that has no position. Nodes with a position stay where they are; a group among them has a box where
 * its children were laid out, because it may have to grow. Whoever wants progress, an end in between or another direction
 * calls `layeredLayout` with `flowGraph`.
 */
export function layoutFlow(nodes: readonly Node[], edges: readonly Edge[], shapes: FlowShapes): Map<string, Box> {
  const graph = flowGraph(nodes, edges, shapes)
  const places = layeredLayout(graph)
  const result = new Map<string, Box>()
  if (places === null) return result
  const { x, y, width, height } = places
  for (const [index, { id }] of nodes.entries()) {
    const box = { x: x[index] ?? 0, y: y[index] ?? 0, width: width[index] ?? 0, height: height[index] ?? 0 }
    const hasGrown = box.width !== graph.width[index] || box.height !== graph.height[index]
    if (graph.placed?.[index] !== 1 || hasGrown) result.set(id, box)
  }
  return result
}
