/** Whether a layout is short enough for the thread that holds the flow, or would block other questions. Pure. */
import { mannerOf, type Placement } from '#canvas/model/placement.ts'
import { allowsExactLayout, type LayeredGraph } from '#flow/layered/layered-graph.ts'

/** Nodes and edges that are laid out within about 100 ms, the time to start another thread. */
const shortWork = 25_000

export function isLongLayout(graph: LayeredGraph, placement: Placement): boolean {
  const placed = graph.placed?.reduce((sum, one) => sum + one, 0) ?? 0
  const [nodes, edges] = [graph.width.length - placed, graph.source.length]
  return (
    nodes + edges > shortWork || (mannerOf(placement)?.tidy === true && allowsExactLayout(graph.width.length, edges))
  )
}
