/** Paints cards exactly as node-card.tsx and the styles of the canvas render them; canvas pixels throughout. */
import { expandBox, type Point, type Box } from '#canvas/geometry/box-geometry.ts'
import { headPort } from '#canvas/model/card-shape.ts'
import type { Brush } from './brush.ts'
import {
  frameOf,
  backgroundOf,
  isChosen,
  isDimmed,
  isRinged,
  rowStyle,
  toneColour,
  type NodeEmphasis,
} from './card-style.ts'
import type { DrawnNode } from './drawing.ts'
import type { Colour } from '#canvas/pen/palette.ts'
import { cornerList, insideOf, paintFrame, widened } from './paint-frame.ts'
import { paintCompact } from './paint-compact.ts'
import { paintHead } from './paint-head.ts'
import { paintTile } from './paint-tile.ts'
import type { PlacedName } from '#canvas/paint/names/name-boxes.ts'
import { grown } from '#canvas/paint/names/compact-card.ts'
import { paintRows, rowTop } from './paint-rows.ts'
import { lineWidth, snapToPixel, type Corners } from '#canvas/pen/pen.ts'

const radius = 6
/** Radius of the left end of a trigger. */
const roundEnd = 22
const portSize = 9
/** Segments that approximate the round end. */
const arcSteps = 6

const cornersOf = ({ kind }: DrawnNode): Corners => (kind === 'trigger' ? [roundEnd, radius, radius, roundEnd] : radius)

function paintBackground(brush: Brush, card: DrawnNode, emphasis: NodeEmphasis): void {
  const { pen, detail, zoom } = brush
  const { box, kind, disabled } = card
  const corners = cornersOf(card)
  const isFlat = disabled || isDimmed(emphasis) || emphasis.tone === 'unreached'
  if (isRinged(emphasis)) {
    if (isChosen(emphasis)) pen.box(expandBox(box, 5), widened(corners, 5), 'accent-soft')
    pen.box(expandBox(box, 1.5), widened(corners, 1.5), 'accent')
  } else if (kind === 'subflow' && !isFlat) {
    pen.box({ ...box, x: box.x + 3, y: box.y + 3 }, corners, 'line-strong')
    pen.box({ x: box.x + 4, y: box.y + 4, width: box.width - 2, height: box.height - 2 }, radius - 1, 'surface')
  } else if (!isFlat) {
    pen.box({ ...box, y: box.y + 1 }, corners, 'card-shadow')
  }
  const frame = frameOf(card, emphasis)
  // Frames of compact cards keep their width on the screen.
  const screen = detail === 'compact' ? 1 / zoom : 1
  const left = frame.left === undefined ? {} : { left: frame.left * screen }
  paintFrame(
    brush,
    { box, corners, fill: backgroundOf(card, emphasis) },
    { ...frame, width: frame.width * screen, ...left },
  )
}

function paintPorts({ pen, ratio, detail }: Brush, card: DrawnNode, inside: Box, emphasis: NodeEmphasis): void {
  const { kind, shape } = card
  const line = lineWidth(1.5, ratio)
  const isUnreached = emphasis.tone === 'unreached'
  const port = (x: number, y: number, fill: Colour, edge: Colour) => {
    const at = { x, y, width: portSize, height: portSize }
    if (fill === edge) pen.box(at, 2, fill)
    else pen.box(at, 2, fill, { colour: edge, width: line })
  }
  const draw = () => {
    const at = (y: number) => inside.y + snapToPixel(y - 6, ratio)
    const usual = isUnreached ? 'line-strong' : 'edge'
    // In compact cards, arrowheads and lines say the same.
    const hasHeadPorts = detail !== 'compact'
    if (hasHeadPorts && kind !== 'trigger') port(inside.x - 5, at(headPort), 'surface', usual)
    const right = inside.x + inside.width - portSize + 5
    if (hasHeadPorts && shape.rows.length === 0) port(right, at(headPort), usual, usual)
    for (const [index, row] of shape.rows.entries()) {
      const colour = rowStyle(row, emphasis).port
      port(right, at(rowTop(shape, index) + 13), colour, colour)
    }
  }
  if (isDimmed(emphasis)) pen.withAlpha(pen.dimOpacity, 'page', draw)
  else draw()
}

/** Thickness of a card's bottom edge in a run overlay. */
const lowerEdges = { all: 2, small: 2, compact: 6, far: 6 } as const

/** The bottom edge of a box with this thickness, with the box's round corners. */
function lowerEdge({ x, y, width, height }: Box, corners: Corners, thickness: number): Point[] {
  const [, , right, left] = cornerList(corners)
  const bottom = y + height
  /** Arc from the side to the bottom, `up` pixels above it. */
  const arc = (middleX: number, toSide: 1 | -1, size: number, up: number): Point[] =>
    Array.from({ length: arcSteps + 1 }, (_, step) => {
      const angle = ((step / arcSteps) * Math.PI) / 2
      const [aside, down] = [Math.cos(angle) * size, Math.sin(angle) * size]
      return { x: middleX + toSide * aside, y: bottom - up - size + down }
    })
  const both = (up: number) => [...arc(x + left, -1, left, up), ...arc(x + width - right, 1, right, up).toReversed()]
  return [...both(0), ...both(thickness).toReversed()]
}

/** The run overlay of a card: its bottom edge, which is thicker at lower zoom. */
function paintTone({ pen, detail }: Brush, card: DrawnNode, inside: Box, tone: NodeEmphasis['tone']): void {
  const colour = toneColour(tone)
  if (colour !== null) pen.polygon(lowerEdge(inside, cornersOf(card), lowerEdges[detail]), colour)
}

/** A card, or its tile; `name`: where its name is placed. */
export function paintCard(brush: Brush, node: DrawnNode, emphasis: NodeEmphasis, name: PlacedName | null): void {
  const { detail, ratio } = brush
  if (detail === 'far') return paintTile(brush, node, emphasis)
  const grow = (name?.grow ?? 0) / brush.zoom
  const card = grow === 0 ? node : { ...node, box: grown(node.box, grow) }
  const inside = insideOf(card.box, frameOf(card, emphasis), ratio)
  paintBackground(brush, card, emphasis)
  if (detail === 'compact') paintCompact(brush, card, emphasis, name)
  else {
    paintHead(brush, card, inside, emphasis)
    paintRows(brush, card, inside, emphasis)
  }
  paintPorts(brush, node, insideOf(node.box, frameOf(node, emphasis), ratio), emphasis)
  paintTone(brush, card, inside, emphasis.tone)
}
