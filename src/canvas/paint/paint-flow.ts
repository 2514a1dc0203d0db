/** Paints a flow, or the part of it in an area, at any zoom. Levels of detail: docs/design.md, "Canvas". */
import { expandBox, overlaps, type Box } from '#canvas/geometry/box-geometry.ts'
import { tileSideAt } from '#canvas/geometry/tile-box.ts'
import { detailOf, leastText } from '#canvas/geometry/detail.ts'
import { isContainer } from '#canvas/model/card-rows.ts'
import type { Brush, Scale } from './brush.ts'
import { isRinged, tileOpacity, toneColour, nodeEmphasisAt, type NodeEmphasis } from './card-style.ts'
import type { DrawnNode, Drawing } from './drawing.ts'
import { differenceKinds, hasEmphasis, type Emphasis } from '#canvas/model/emphasis.ts'
import { kindMark } from '#canvas/pen/palette.ts'
import { paintCard } from './paint-card.ts'
import { paintEdgesIn } from './paint-edges.ts'
import { changeColour, paintHalo, paintSign, paintPreviousPosition } from './paint-change.ts'
import { labelSize, paintGroup } from './paint-group.ts'
import { paintNote } from './paint-note.ts'
import type { Pen } from '#canvas/pen/pen.ts'

/** Side of the square that marks a problem, in screen pixels. */
const problemSize = 7
/** Minimum scale of a group's label on the screen. */
const minLabelScale = 1
/** Minimum size of marks on the screen. */
const minMarkSize = { width: 2, height: 1 }
/** The same for changed nodes: only their colour is visible. */
const minChangedMarkSize = { width: 5, height: 5 }

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
    const { kind, box } = node
    if (!overlaps(box, visibleArea)) continue
    const layer = kind === 'group' || isContainer(node) ? layers.groups : kind === 'note' ? layers.notes : layers.cards
    layer.push(nodeIndex)
  }
  // Larger groups are painted first, so that nested groups are on top of them.
  const size = (nodeIndex: number) => (nodes[nodeIndex]?.box.width ?? 0) * (nodes[nodeIndex]?.box.height ?? 0)
  layers.groups.sort((a, b) => size(b) - size(a))
  return layers
}

function paintMark({ pen, zoom }: Brush, { box, kind }: DrawnNode, nodeEmphasis: NodeEmphasis): void {
  const { byte, tone, change } = nodeEmphasis
  const differs = changeColour(change)
  const least = differs === null ? minMarkSize : minChangedMarkSize
  const width = Math.max(box.width, least.width / zoom)
  const height = Math.max(box.height, least.height / zoom)
  const standsOut = isRinged(nodeEmphasis) || hasEmphasis(byte, 'near')
  const colour = standsOut ? 'accent' : (differs ?? toneColour(tone) ?? kindMark(kind))
  const draw = () => pen.box({ x: box.x, y: box.y, width, height }, 0, colour)
  const opacity = tileOpacity(nodeEmphasis, pen.dimOpacity)
  if (opacity < 1) pen.withAlpha(opacity, null, draw)
  else draw()
}

/** The problem mark of a card that is drawn without badges, as a block or a mark. */
function paintProblem({ pen, zoom }: Brush, { box, problem }: DrawnNode): void {
  if (problem === null) return
  const size = problemSize / zoom
  const at = { x: box.x + box.width / 2 - size / 2, y: box.y + box.height / 2 - size / 2, width: size, height: size }
  pen.box(at, 0, problem === 'error' ? 'bad-solid' : 'warn', { colour: 'surface', width: 1 / zoom })
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

/** Paints what is in `area` (canvas pixels), without the background, which the caller paints. */
export function paintFlow(pen: Pen, drawing: Drawing, area: Box, scale: Scale, emphasis: Emphasis | null = null): void {
  const detail = detailOf(scale.zoom)
  const side = detail === 'far' ? tileSideAt(scale.zoom, drawing.spacing) : null
  const brush: Brush = {
    pen,
    detail,
    tile: side === null ? null : side / scale.zoom,
    zoom: scale.zoom,
    ratio: pen.layout ?? scale.ratio,
  }
  const { groups, notes, cards } = layersOf(drawing, area)
  const isNear = detail === 'all' || detail === 'small'
  const label = Math.max(1, (isNear ? leastText / labelSize : minLabelScale) / scale.zoom)
  const each = (
    nodeIndexes: readonly number[],
    draw: (node: DrawnNode, nodeEmphasis: NodeEmphasis, nodeIndex: number) => void,
  ) => {
    for (const nodeIndex of nodeIndexes) {
      const node = drawing.nodes[nodeIndex]
      if (node !== undefined) draw(node, nodeEmphasisAt(emphasis, nodeIndex), nodeIndex)
    }
  }
  const isFar = detail === 'far'
  const labels = new Map<number, Box | null>()
  each(groups, (group, nodeEmphasis, nodeIndex) => {
    // A container step is drawn as a card if its text is legible, else as a frame like a group.
    if (!isNear || !isContainer(group)) {
      // At low zoom, labels are larger than nested frames: only outermost groups have one.
      const size = isFar && group.group !== -1 ? null : label
      labels.set(nodeIndex, paintGroup(brush, group, nodeEmphasis, size, labels.get(group.group) ?? null))
      return
    }
    paintHalo(brush, group, nodeEmphasis.change)
    paintCard(brush, group, nodeEmphasis)
  })
  each(notes, (note, nodeEmphasis) => paintNote(brush, note, nodeEmphasis))
  if (emphasis !== null) paintPreviousPositions(brush, drawing, area, emphasis)
  paintEdgesIn(brush, drawing, area, emphasis)
  if (isFar && brush.tile === null) {
    each(cards, (card, nodeEmphasis) => paintMark(brush, card, nodeEmphasis))
  } else {
    each(cards, (card, nodeEmphasis) => {
      paintHalo(brush, card, nodeEmphasis.change)
      paintCard(brush, card, nodeEmphasis)
    })
    // Signs extend beyond their cards, so they are painted last, on top of other cards.
    for (const layer of [groups, notes, cards])
      each(layer, (node, nodeEmphasis) => paintSign(brush, node, nodeEmphasis.change))
  }
  if (isFar) each(cards, (card) => paintProblem(brush, card))
}
