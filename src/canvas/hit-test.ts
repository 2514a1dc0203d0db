/** Which node lies at a place of the canvas. Pure; canvas pixels. */
import type { CanvasNode } from './canvas-graph.ts'
import type { Point } from './edge-path.ts'

/** Distance from a point to a box; 0 inside. */
const distance = ({ x, y }: Point, { box }: Pick<CanvasNode, 'box'>): number =>
  Math.hypot(Math.max(box.x - x, 0, x - box.x - box.width), Math.max(box.y - y, 0, y - box.y - box.height))

/**
 * The place in the list of the node at a point: the topmost card, else the nearest card within `reach`, else a note, else
 * the smallest group. -1 = nothing.
 */
export function hitTest(nodes: readonly Pick<CanvasNode, 'kind' | 'box'>[], at: Point, reach: number): number {
  let [card, note, group] = [-1, -1, -1]
  let [nearest, smallest] = [Infinity, Infinity]
  for (const [place, node] of nodes.entries()) {
    const away = distance(at, node)
    if (node.kind === 'group' || node.kind === 'note') {
      if (away > 0) continue
      const size = node.box.width * node.box.height
      if (node.kind === 'note') note = place
      else if (size < smallest) [group, smallest] = [place, size]
    } else if (away <= reach && away <= nearest) [card, nearest] = [place, away]
  }
  return card !== -1 ? card : note !== -1 ? note : group
}
