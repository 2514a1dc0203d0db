/** Paints a step as a tile of constant size on the screen, or as a mark if there is no room for tiles. Canvas pixels. */
import { expandBox, type Box } from '#canvas/geometry/box-geometry.ts'
import { tileBoxOf } from '#canvas/model/tile-box.ts'
import { hasEmphasis } from '#canvas/model/emphasis.ts'
import { badgeGlyphs } from '#canvas/pen/icons.ts'
import { kindBackground, kindColour, kindMark } from '#canvas/pen/kind-colours.ts'
import { kindGlyph } from '#canvas/pen/kind-glyphs.ts'
import type { Colour } from '#canvas/pen/palette.ts'
import type { Brush } from './brush.ts'
import { changeFrame, isChosen, isRinged, tileOpacity, toneColour, type NodeEmphasis } from './card-style.ts'
import { isStep, type DrawnNode } from './drawing.ts'

/** Sizes in screen pixels. */
const radius = 5
const badgeSize = 13
const badgeIcon = 11
/** Side of the icon as a share of the tile. */
const iconShare = 0.6
/** Opacity of a tile's frame in the colour of its kind. */
const frameOpacity = 0.55
/** Minimum size of marks. */
const minMark = { width: 2, height: 1 }
/** The same for marks with a status: only their colour is visible. */
const minStatusMark = { width: 5, height: 5 }

/** What a step covers at this zoom: its tile, else its card or mark. */
export const shownBoxOf = ({ tile }: Pick<Brush, 'tile'>, node: DrawnNode): Box =>
  tile === null || !isStep(node) ? node.box : tileBoxOf(node.box, tile)

/** Frame that says more than the kind: selection, difference, run. */
function statusFrame(emphasis: NodeEmphasis): { colour: Colour; width: number } | null {
  if (isRinged(emphasis)) return { colour: 'accent', width: 2 }
  const change = changeFrame(emphasis.change)
  if (change !== null) return { colour: change.colour, width: 2 }
  const tone = toneColour(emphasis.tone)
  if (tone !== null) return { colour: tone, width: 2 }
  return hasEmphasis(emphasis.byte, 'near') ? { colour: 'accent', width: 1.5 } : null
}

function paintSquare({ pen, zoom }: Brush, node: DrawnNode, box: Box, emphasis: NodeEmphasis): void {
  const { visual, disabled } = node
  const isTrigger = visual.hue === 'trigger'
  const round = isTrigger ? box.width / 2 : radius / zoom
  const frame = statusFrame(emphasis)
  if (isChosen(emphasis)) pen.box(expandBox(box, 4 / zoom), round + 4 / zoom, 'accent-soft')
  const colour = disabled ? 'text-3' : kindColour(visual.hue)
  pen.box(box, round, disabled ? 'sunken' : kindBackground(visual.hue))
  if (frame !== null) pen.box(box, round, null, { colour: frame.colour, width: frame.width / zoom })
  else if (disabled) pen.box(box, round, null, { colour, width: 1 / zoom, dash: [3 / zoom, 2 / zoom] })
  else if (!isTrigger) pen.withAlpha(frameOpacity, null, () => pen.box(box, round, null, { colour, width: 1 / zoom }))
  const icon = box.width * iconShare
  const inset = (box.width - icon) / 2
  pen.icon(kindGlyph(visual.icon), { x: box.x + inset, y: box.y + inset, width: icon, height: icon }, colour, 2)
}

/** The problem of a step, at the upper right corner. */
function paintBadge({ pen, zoom }: Brush, { problem }: DrawnNode, box: Box): void {
  if (problem === null) return
  const size = badgeSize / zoom
  const at = { x: box.x + box.width - 7 / zoom, y: box.y - 6 / zoom, width: size, height: size }
  pen.box(at, 3 / zoom, 'surface')
  const icon = badgeIcon / zoom
  const inset = (size - icon) / 2
  pen.icon(
    badgeGlyphs[problem],
    { x: at.x + inset, y: at.y + inset, width: icon, height: icon },
    problem === 'error' ? 'bad' : 'warn',
    2.5,
  )
}

/** A flat box in the shape of the card. */
function paintMark({ pen, zoom }: Brush, { box, visual, problem }: DrawnNode, emphasis: NodeEmphasis): void {
  const status = statusFrame(emphasis)?.colour ?? (problem === 'error' ? 'bad-solid' : problem === null ? null : 'warn')
  const least = status === null ? minMark : minStatusMark
  const width = Math.max(box.width, least.width / zoom)
  const height = Math.max(box.height, least.height / zoom)
  const at = { x: box.x, y: box.y, width, height }
  if (status !== null || height * zoom < 3) return pen.box(at, 0, status ?? kindMark(visual.hue))
  pen.box(at, 0, kindBackground(visual.hue))
  pen.withAlpha(frameOpacity, null, () => pen.box(at, 0, null, { colour: kindMark(visual.hue), width: 1 / zoom }))
}

/** A step below the zoom at which cards have room for names. */
export function paintTile(brush: Brush, node: DrawnNode, emphasis: NodeEmphasis): void {
  const { pen, tile } = brush
  const draw = () => {
    if (tile === null) return paintMark(brush, node, emphasis)
    const box = shownBoxOf(brush, node)
    paintSquare(brush, node, box, emphasis)
    paintBadge(brush, node, box)
  }
  const opacity = tileOpacity(emphasis, pen.dimOpacity)
  if (opacity < 1) pen.withAlpha(opacity, 'sunken', draw)
  else draw()
}
