/** What is drawn over a hovered node or edge, so that one sees where its edges go. Pure; lengths in canvas pixels. */
import type { Box } from '#canvas/geometry/box-geometry.ts'
import { boxAt, edgesAt, nodeCountOf, type SceneData } from './scene.ts'

export interface HoverShape {
  /** The hovered node; null if an edge is hovered. */
  own: Box | null
  /** The nodes at the other ends of the edges. */
  others: Box[]
  /** The edges as the `d` of an SVG path; "" without any. */
  path: string
}

/** Edges drawn for one node: more would be an area, and their path would take longer than a frame. */
const maxHoverEdges = 400

function lineOf({ points, lineStarts }: Pick<SceneData, 'points' | 'lineStarts'>, edge: number): string {
  const [first, end] = [lineStarts[edge] ?? 0, lineStarts[edge + 1] ?? 0]
  return first < end ? `M${points.subarray(2 * first, 2 * end).join(' ')}` : ''
}

/** The shape of a hovered node or, without one, of a hovered edge, by their indexes (-1 = none); null if there is neither. */
export function hoverShapeOf(scene: SceneData, node: number, edge: number): HoverShape | null {
  const { outgoing, incoming, from, to } = scene
  // Indexes may belong to the previous version of the flow.
  const isNode = node >= 0 && node < nodeCountOf(scene)
  if (!isNode && (edge < 0 || edge >= from.length)) return null
  const all = isNode ? [...edgesAt(outgoing, node), ...edgesAt(incoming, node)] : [edge]
  const edges = all.slice(0, maxHoverEdges)
  const ends = new Set(edges.flatMap((one) => [from[one] ?? -1, to[one] ?? -1]))
  ends.delete(node)
  return {
    own: isNode ? boxAt(scene, node) : null,
    others: [...ends].map((end) => boxAt(scene, end)),
    path: edges.map((one) => lineOf(scene, one)).join(''),
  }
}
