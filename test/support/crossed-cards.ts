/** Finds cards that edges run across, for tests of layouts and paths. */
import type { CanvasGraph } from '#canvas/model/canvas-graph.ts'
import { isContainer } from '#canvas/model/card-shape.ts'

/** "a → b across c" for each edge that runs across a card other than its own two. */
export function crossedCards({ nodes, edges }: CanvasGraph): string[] {
  const cards = nodes.filter((one) => one.kind !== 'group' && one.kind !== 'note' && !isContainer(one))
  return edges.flatMap(({ edge, course: { points } }) =>
    cards
      .filter(
        ({ node, box }) =>
          node.id !== edge.source &&
          node.id !== edge.target &&
          points.some((b, at) => {
            const a = points[at - 1] ?? b
            return (
              Math.max(a.x, b.x) > box.x &&
              Math.min(a.x, b.x) < box.x + box.width &&
              Math.max(a.y, b.y) > box.y &&
              Math.min(a.y, b.y) < box.y + box.height
            )
          }),
      )
      .map(({ node }) => `${edge.source} → ${edge.target} across ${node.id}`),
  )
}
