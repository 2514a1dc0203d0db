/** What is drawn over a hovered node or edge, so that one sees where its edges go. Pure; lengths in canvas pixels. */
import type { Box, Point } from '#canvas/geometry/box-geometry.ts'
import { tileAt, tileBoxOf } from '#canvas/model/tile-box.ts'
import { edgeLineAt } from './edge-lines.ts'
import { boxAt, edgesAt, hasTileAt, nodeCountOf, type HitAreas, type SceneData } from './scene.ts'

export interface HoverShape {
  /** The hovered node; null if an edge is hovered. */
  own: Box | null
  /** The nodes at the other ends of the edges. */
  others: Box[]
  /** Corner radius of the boxes. */
  radius: number
  /** The edges as the `d` of an SVG path; "" without any. */
  path: string
}

/** Edges drawn for one node: more would be an area, and their path would take longer than a frame. */
const maxHoverEdges = 400
/** Corner radius of a card, and of a tile in screen pixels. */
const [cardRadius, tileRadius] = [8, 5]

/** What a node covers: its tile, whose side is `tile` canvas pixels, a card with its growth, else its box. */
function shownBoxAt(
  scene: SceneData,
  nodeIndex: number,
  { tile, areas }: { tile: number | null; areas: HitAreas },
): Box {
  const box = boxAt(scene, nodeIndex)
  if (!hasTileAt(scene, nodeIndex)) return box
  return tile === null ? (areas.get(nodeIndex) ?? box) : tileBoxOf(box, tile)
}

/** The line of an edge as the `d` of a path; "" without one. */
const pathOf = (line: readonly Point[]): string =>
  line.length === 0 ? '' : `M${line.map(({ x, y }) => `${x} ${y}`).join(' ')}`

/** The shape of a hovered node or, without one, of a hovered edge, by their indexes (-1 = none); null if there is neither. */
export function hoverShapeOf(
  scene: SceneData,
  { node, edge }: { node: number; edge: number },
  zoom: number,
  areas: HitAreas,
): HoverShape | null {
  const { outgoing, incoming, from, to } = scene
  // Indexes may belong to the previous version of the flow.
  const isNode = node >= 0 && node < nodeCountOf(scene)
  if (!isNode && (edge < 0 || edge >= from.length)) return null
  const tile = tileAt(zoom, scene.spacing)
  const all = isNode ? [...edgesAt(outgoing, node), ...edgesAt(incoming, node)] : [edge]
  const edges = all.slice(0, maxHoverEdges)
  const ends = new Set(edges.flatMap((one) => [from[one] ?? -1, to[one] ?? -1]))
  ends.delete(node)
  return {
    own: isNode ? shownBoxAt(scene, node, { tile, areas }) : null,
    others: [...ends].map((end) => shownBoxAt(scene, end, { tile, areas })),
    radius: tile === null ? cardRadius : tileRadius / zoom,
    path: edges.map((one) => pathOf(edgeLineAt(scene, one, { tile, zoom }))).join(''),
  }
}
