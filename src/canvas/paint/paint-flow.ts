/** Paints a flow, or the part of it in an area, at any zoom. Levels of detail: docs/design.md, "Canvas". */
import { expandBox, overlaps, type Box } from '#canvas/geometry/box-geometry.ts'
import { tileAt } from '#canvas/model/tile-box.ts'
import { detailOf } from '#canvas/geometry/detail.ts'
import { isContainer } from '#canvas/model/card-shape.ts'
import type { Brush, Scale } from './brush.ts'
import { nodeEmphasisAt, type NodeEmphasis } from './card-style.ts'
import { isStep, type DrawnNode, type Drawing } from './drawing.ts'
import { differenceKinds, type Emphasis } from '#canvas/model/emphasis.ts'
import { paintCard } from './paint-card.ts'
import { paintEdgesIn } from './paint-edges.ts'
import { paintHalo, paintSign, paintPreviousPosition } from './paint-change.ts'
import { paintGroup, paintGroupLabel } from './paint-group.ts'
import { paintNames, paintNoteTexts, paintTitles } from './paint-names.ts'
import { paintNote, paintTextsOverEdges, type NoteText } from './paint-note.ts'
import type { NamePlaces } from '#canvas/paint/names/name-boxes.ts'
import { placeNames } from '#canvas/paint/names/name-places.ts'
import type { Pen } from '#canvas/pen/pen.ts'

/** Paint extends beyond boxes: halos, ports, labels of groups. */
const margin = 24

/** Indexes of what is drawn, by layer. */
interface Layers {
  groups: number[]
  notes: number[]
  cards: number[]
}

function layersOf({ nodes }: Drawing, area: Box): Layers {
  const layers: Layers = { groups: [], notes: [], cards: [] }
  const visibleArea = expandBox(area, margin)
  for (const [nodeIndex, node] of nodes.entries()) {
    if (!overlaps(node.box, visibleArea)) continue
    const layer = isStep(node) ? layers.cards : node.kind === 'note' ? layers.notes : layers.groups
    layer.push(nodeIndex)
  }
  // Larger groups and notes are painted first, so that nested ones are on top of them.
  const size = (nodeIndex: number) => (nodes[nodeIndex]?.box.width ?? 0) * (nodes[nodeIndex]?.box.height ?? 0)
  for (const layer of [layers.groups, layers.notes]) layer.sort((a, b) => size(b) - size(a))
  return layers
}

/** Earlier positions of moved nodes in the area. */
function paintPreviousPositions(brush: Brush, { nodes }: Drawing, area: Box, emphasis: Emphasis): void {
  for (const [nodeIndex, move] of emphasis.moves) {
    const node = nodes[nodeIndex]
    if (node === undefined || differenceKinds[emphasis.changes[nodeIndex] ?? 0] !== 'moved') continue
    const { x, y, width, height } = node.box
    if (overlaps({ x: x - move.x, y: y - move.y, width, height }, area)) paintPreviousPosition(brush, node, move)
  }
}

/** The brush for a scale. Tiles have the size of the step of the zoom at which names are placed. */
function brushFor(pen: Pen, { spacing }: Drawing, { zoom, ratio }: Scale): Brush {
  return { pen, detail: detailOf(zoom), tile: tileAt(zoom, spacing), zoom, ratio: pen.layout ?? ratio }
}

/**
 * Paints what is in `area` (canvas pixels), without the background, which the caller paints. Returns the places of names;
 * null where cards are whole.
 */
export function paintFlow(
  pen: Pen,
  drawing: Drawing,
  area: Box,
  scale: Scale,
  emphasis: Emphasis | null = null,
): NamePlaces | null {
  const brush = brushFor(pen, drawing, scale)
  const { groups, notes, cards } = layersOf(drawing, area)
  const isNear = brush.detail === 'all' || brush.detail === 'small'
  const places = isNear ? null : placeNames(drawing, area, scale.zoom, pen)
  const each = (
    nodeIndexes: readonly number[],
    draw: (node: DrawnNode, nodeEmphasis: NodeEmphasis, nodeIndex: number) => void,
  ) => {
    for (const nodeIndex of nodeIndexes) {
      const node = drawing.nodes[nodeIndex]
      if (node !== undefined) draw(node, nodeEmphasisAt(emphasis, nodeIndex), nodeIndex)
    }
  }
  const paintStep = (card: DrawnNode, nodeEmphasis: NodeEmphasis, nodeIndex: number) => {
    paintHalo(brush, card, nodeEmphasis.change)
    paintCard(brush, card, nodeEmphasis, places?.names.get(nodeIndex) ?? null)
  }
  const noteTexts: NoteText[] = []
  each(notes, (note, nodeEmphasis) => {
    noteTexts.push({ note, lines: paintNote(brush, note, nodeEmphasis) })
  })
  each(groups, (group, nodeEmphasis, nodeIndex) => {
    // A container step is drawn as a card if its text is legible, else as a frame like a group.
    if (isNear && isContainer(group)) paintStep(group, nodeEmphasis, nodeIndex)
    else paintGroup(brush, group, nodeEmphasis)
  })
  if (emphasis !== null) paintPreviousPositions(brush, drawing, area, emphasis)
  paintEdgesIn(brush, drawing, area, emphasis)
  const { nodes, edges } = drawing
  paintTextsOverEdges(brush, noteTexts, { edges, area, groups: groups.flatMap((nodeIndex) => nodes[nodeIndex] ?? []) })
  // Elsewhere, names of groups are placed with all others.
  if (isNear)
    each(groups, (group, nodeEmphasis) => {
      if (!isContainer(group)) paintGroupLabel(brush, group, nodeEmphasis)
    })
  each(cards, paintStep)
  // Signs extend beyond their cards, so they are painted last, on top of other cards.
  for (const layer of [groups, notes, cards])
    each(layer, (node, nodeEmphasis) => paintSign(brush, node, nodeEmphasis.change))
  if (places === null) return null
  paintTitles(brush, drawing, places, { area, emphasis })
  paintNoteTexts(brush, drawing, places, { area, emphasis })
  paintNames(brush, drawing, places, { area, emphasis })
  return places
}
