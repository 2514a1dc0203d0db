/** Area of a picture and limits of its size. Pure. */
import type { CanvasGraph } from '#canvas/model/canvas-graph.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'

/** Space around the flow for halos, labels and loops, which extend beyond the cards. */
const margin = 40

/** Maximum pixels of a PNG: 400 million are 1.2 GB uncompressed, about the limit of image viewers. */
const maxPixels = 400_000_000
/** Maximum side: PNG would allow more, most programs do not. */
const maxSide = 65_535

/**
 * The bounding box of the nodes (`only` these ids, or all) and the edges between them, with a margin, in canvas pixels.
 */
export function pictureArea(
  graph: Pick<CanvasGraph, 'nodes' | 'edges' | 'bounds'>,
  only: ReadonlySet<string> | null,
): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const include = (x: number, y: number) => {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  for (const { node, box } of graph.nodes) {
    if (only !== null && !only.has(node.id)) continue
    include(box.x, box.y)
    include(box.x + box.width, box.y + box.height)
  }
  if (left === Infinity) return graph.bounds
  // Edges may be outside of all cards: back edges below, loops above.
  for (const { edge, course } of graph.edges) {
    if (only !== null && !(only.has(edge.source) && only.has(edge.target))) continue
    for (const { x, y } of course.points) include(x, y)
  }
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin }
}

/** Whether a PNG of this area is possible at a scale. */
export function fits({ width, height }: { width: number; height: number }, scale: number): boolean {
  const [w, h] = [Math.ceil(width * scale), Math.ceil(height * scale)]
  return w <= maxSide && h <= maxSide && w * h <= maxPixels
}
