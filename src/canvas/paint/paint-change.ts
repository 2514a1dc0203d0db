/**
 * Paints a difference between two versions: halos, signs, earlier positions (docs/design.md, "Difference"). Canvas
 * pixels.
 */
import { expandBox, type Point } from '#canvas/geometry/box-geometry.ts'
import type { Brush } from './brush.ts'
import { changeFrame, changeFrames } from './card-style.ts'
import type { DrawnNode } from './drawing.ts'
import type { DifferenceKind } from '#canvas/model/emphasis.ts'
import { changeGlyphs } from '#canvas/pen/icons.ts'
import { paintFrame } from './paint-frame.ts'
import { shownBoxOf } from './paint-tile.ts'
import { lineWidth } from '#canvas/pen/pen.ts'

/** Distance from the inner edge of a card's frame to the outer edge of its halo. */
const signOffset = 9
const haloRadius = 10
const signSize = 18
const signIcon = 12
const signStroke = 2.5
/** Signs are larger at lower zoom, so that they stay legible as long as cards do. */
const signScale = { all: 1, small: 1, compact: 2 } as const
/** Size of signs at tiles, in screen pixels. */
const farSignSize = 12

/** Dots around added nodes, hatching around removed ones. */
export function paintHalo({ pen, ratio, detail }: Brush, { box }: DrawnNode, change: DifferenceKind): void {
  if (change !== 'added' && change !== 'removed') return
  if (detail === 'far') return
  const halo = expandBox(box, signOffset - lineWidth(changeFrames[change].width, ratio))
  pen.pattern(halo, haloRadius, change === 'added' ? 'dots' : 'hatch', change === 'added' ? 'ok-line' : 'bad-line')
}

/** The earlier position of a moved node. */
export function paintPreviousPosition(brush: Brush, { box }: DrawnNode, { x, y }: Point): void {
  const { colour, width, style } = changeFrames.moved
  const was = { ...box, x: box.x - x, y: box.y - y }
  paintFrame(brush, { box: was, corners: 6, fill: null }, { colour, style, width: Math.max(width, 1 / brush.zoom) })
}

/** The sign at the upper left corner: with it, colour is not the only mark. */
export function paintSign(brush: Brush, node: DrawnNode, change: DifferenceKind): void {
  if (change === 'none' || change === 'same') return
  const { pen, detail, zoom } = brush
  const { colour } = changeFrames[change]
  const box = shownBoxOf(brush, node)
  const scale = detail === 'far' ? farSignSize / signSize / zoom : signScale[detail]
  const side = signSize * scale
  const at = { x: box.x - side / 2, y: box.y - side / 2, width: side, height: side }
  pen.box(at, 4 * scale, colour)
  const icon = signIcon * scale
  pen.icon(
    changeGlyphs[change],
    { x: box.x - icon / 2, y: box.y - icon / 2, width: icon, height: icon },
    'surface',
    signStroke,
  )
}

/** The mark colour of a changed node; null without one. */
export const changeColour = (change: DifferenceKind) => changeFrame(change)?.colour ?? null
