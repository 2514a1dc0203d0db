import { stripPosition } from '#canvas/model/run-strip.ts'
import { sized, type Brush } from './brush.ts'
import { backgroundOf, isDimmed, hasStrikethrough, nameColour, tileOpacity, type NodeEmphasis } from './card-style.ts'
import type { DrawnNode } from './drawing.ts'
import { badgeGlyphs } from '#canvas/pen/icons.ts'
import { kindGlyph, type Glyph } from '#canvas/pen/kind-glyphs.ts'
import { kindBackground, kindColour } from '#canvas/pen/kind-colours.ts'
import type { Colour } from '#canvas/pen/palette.ts'
import { paintStrip } from './paint-strip.ts'
import { paintLine } from './paint-text.ts'
import { baselineIn, snapToPixel, type Font } from '#canvas/pen/pen.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'

const nameFont: Font = { size: 13, weight: 600, family: 'sans' }
const typeFont: Font = { size: 11, weight: 400, family: 'sans' }
const codeFont: Font = { size: 11, weight: 400, family: 'mono' }

const headHeight = 44
const padding = 8
const tileSize = 28
const iconSize = 16
const badgeSize = 14
const badgeGap = 4
/** Gap between a name and the number of passes. */
const passesGap = 6

interface Badge {
  glyph: Glyph
  colour: Colour
}

/** Badges in a fixed order: problem, secret, disabled, note. */
function badgesOf({ problem, secret, disabled, hasNotes }: DrawnNode): Badge[] {
  const badges: Badge[] = []
  if (problem === 'error') badges.push({ glyph: badgeGlyphs.error, colour: 'bad' })
  if (problem === 'warning') badges.push({ glyph: badgeGlyphs.warning, colour: 'warn' })
  if (secret) badges.push({ glyph: badgeGlyphs.secret, colour: 'text-3' })
  if (disabled) badges.push({ glyph: badgeGlyphs.disabled, colour: 'text-3' })
  if (hasNotes) badges.push({ glyph: badgeGlyphs.note, colour: 'text-3' })
  return badges
}

/** Names are bold, except those of nodes that a search dims. */
const weightOf = (emphasis: NodeEmphasis): 400 | 600 => (isDimmed(emphasis) && emphasis.change === 'none' ? 400 : 600)

/** Left edge of the head: triggers have a round end. */
const leftOf = ({ kind }: DrawnNode, inside: Box): number => inside.x + (kind === 'trigger' ? padding - 1 : padding)

export function paintKind({ pen }: Brush, card: DrawnNode, tile: Box, icon: number, emphasis: NodeEmphasis): void {
  const { icon: name, hue } = card.visual
  const draw = () => {
    pen.box(tile, hue === 'trigger' ? tile.width / 2 : 4, kindBackground(hue))
    const passesWidth = (tile.width - icon) / 2
    pen.icon(
      kindGlyph(name),
      { x: tile.x + passesWidth, y: tile.y + passesWidth, width: icon, height: icon },
      kindColour(hue),
    )
  }
  const drawOwn = () => (card.disabled ? pen.grey(draw) : draw())
  const strength = tileOpacity(emphasis, pen.dimOpacity)
  if (strength < 1) pen.withAlpha(strength, backgroundOf(card, emphasis), drawOwn)
  else drawOwn()
}

/** Returns the x at which the badges begin. */
function paintBadges({ pen, ratio }: Brush, card: DrawnNode, inside: Box, emphasis: NodeEmphasis): number {
  let right = inside.x + inside.width - padding
  const badges = badgesOf(card)
  const draw = () => {
    const y = inside.y + snapToPixel(7, ratio)
    for (const { glyph, colour } of badges.toReversed()) {
      pen.icon(glyph, { x: right - badgeSize, y, width: badgeSize, height: badgeSize }, colour)
      right -= badgeSize + badgeGap
    }
  }
  if (isDimmed(emphasis)) pen.withAlpha(pen.dimOpacity, backgroundOf(card, emphasis), draw)
  else draw()
  return badges.length > 0 ? right + badgeGap : right
}

/** The second line of the head: "API · orders_api". */
function paintType(brush: Brush, { word, tool }: DrawnNode, x: number, y: number, width: number): void {
  const [font, code] = [sized(typeFont, brush), sized(codeFont, brush)]
  const used = paintLine(brush, { text: word, x, y, width, font, colour: 'text-3' })
  if (tool === null || used >= width) return
  const dot = ' · '
  const after = x + used + paintLine(brush, { text: dot, x: x + used, y, width: width - used, font, colour: 'text-3' })
  paintLine(brush, { text: tool, x: after, y, width: x + width - after, font: code, colour: 'text-3' })
}

export function paintHead(brush: Brush, card: DrawnNode, inside: Box, emphasis: NodeEmphasis): void {
  const { pen, ratio } = brush
  const left = leftOf(card, inside)
  paintKind(brush, card, { x: left, y: inside.y + padding, width: tileSize, height: tileSize }, iconSize, emphasis)
  const right = paintBadges(brush, card, inside, emphasis)
  const x = left + tileSize + padding
  const width = right - padding - x
  const top = inside.y + (headHeight - 30) / 2
  const { strip } = emphasis
  const passes = strip?.passes ?? ''
  const small = sized(typeFont, brush)
  const passesWidth = passes === '' ? 0 : pen.measure(passes, small) + passesGap
  const font = sized({ ...nameFont, weight: weightOf(emphasis) }, brush)
  const y = top + baselineIn(16, font, ratio)
  const colour = nameColour(card, emphasis)
  const used = paintLine(brush, {
    text: card.name,
    x,
    y,
    width: width - passesWidth,
    font,
    colour,
    strikethrough: hasStrikethrough(card, emphasis),
  })
  if (passes !== '') {
    const beside = { x: x + used + passesGap, y: top + baselineIn(16, small, ratio) }
    pen.text({ text: passes, ...beside, font: small, colour: 'text-2' })
  }
  if (strip !== undefined && stripPosition(card.shape) === 'type')
    return paintStrip(brush, { x, y: top + 16, width, height: 14 }, strip, card.disabled, 'type')
  paintType(brush, card, x, top + 16 + baselineIn(14, small, ratio), width)
}
