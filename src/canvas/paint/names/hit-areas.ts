/** Where nodes take the pointer, if that is not their box. */
import { overlaps, type Box } from '#canvas/geometry/box-geometry.ts'
import { headHeight, isContainer } from '#canvas/model/card-shape.ts'
import type { DrawnNode, Drawing } from '#canvas/paint/drawing.ts'
import { groupLabelBox } from '#canvas/paint/paint-group.ts'
import type { Pen } from '#canvas/pen/pen.ts'
import { grown } from './compact-card.ts'
import { boxOfTitle, scaled, type NamePlaces } from './name-boxes.ts'

const isFrame = (node: DrawnNode): boolean => node.kind === 'group' || isContainer(node)

/** The part of the canvas that was painted, and the pen. */
interface Painted {
  area: Box
  zoom: number
  ratio: number
  pen: Pick<Pen, 'measure'>
}

/** Where cards are whole: the labels of groups, and the heads of containers. */
function framesWithCards({ nodes }: Drawing, { area, ...brush }: Painted): Map<number, Box> {
  const areas = new Map<number, Box>()
  for (const [index, node] of nodes.entries()) {
    if (!isFrame(node) || !overlaps(node.box, area)) continue
    areas.set(index, node.kind === 'group' ? groupLabelBox(brush, node) : { ...node.box, height: headHeight })
  }
  return areas
}

/**
 * By index of the node, in canvas pixels: the boxes of grown cards, and the titles of frames and of notes that have steps
 * on them, whose empty area belongs to the background. The box of one without a title is empty. `places` null = cards
 * are whole, and so are notes.
 */
export function hitAreas(drawing: Drawing, places: NamePlaces | null, painted: Painted): Map<number, Box> {
  if (places === null) return framesWithCards(drawing, painted)
  const { nodes } = drawing
  const { zoom } = painted
  const areas = new Map<number, Box>()
  for (const [index, name] of places.names) {
    const node = nodes[index]
    if (node !== undefined && name !== null && name.grow > 0) areas.set(index, grown(node.box, name.grow / zoom))
  }
  for (const [index, title] of places.titles) {
    const node = nodes[index]
    if (node === undefined || (node.cardsOnTop.length === 0 && !isFrame(node))) continue
    const { box } = node
    areas.set(index, title === null ? { ...box, width: 0, height: 0 } : scaled(boxOfTitle(title, box, zoom), 1 / zoom))
  }
  return areas
}
