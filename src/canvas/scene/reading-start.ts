/** Where one begins to read a flow. Pure. */
import type { CanvasNode } from '#canvas/model/canvas-graph.ts'

/** Further left, or further up at the same place. */
const isBefore = (a: CanvasNode, b: CanvasNode): boolean =>
  a.box.x < b.box.x || (a.box.x === b.box.x && a.box.y < b.box.y)

/** How well a card serves as a beginning: a trigger, what nothing leads to, any other. */
const rankOf = ({ kind, incoming }: CanvasNode): number => (kind === 'trigger' ? 0 : incoming === 0 ? 1 : 2)

/** The place of the leftmost trigger, else of the leftmost card that nothing leads to, else of the leftmost; -1 = there is no card. Linear. */
export function readingStart(nodes: readonly CanvasNode[]): number {
  let best: CanvasNode | null = null
  for (const node of nodes) {
    if (node.kind === 'group' || node.kind === 'note') continue
    const isBetter =
      best === null || rankOf(node) < rankOf(best) || (rankOf(node) === rankOf(best) && isBefore(node, best))
    if (isBetter) best = node
  }
  return best === null ? -1 : best.index
}
