/** Paints the rows below the head of a card: its summary or run strip, its branches, and its parts. */
import { hasSummary, showsParts, type CardShape } from '#canvas/model/card-shape.ts'
import { stripPosition } from '#canvas/model/run-strip.ts'
import { sized, type Brush } from './brush.ts'
import { isDimmed, rowStyle, type NodeEmphasis } from './card-style.ts'
import type { DrawnNode } from './drawing.ts'
import { paintStrip } from './paint-strip.ts'
import { paintLine } from './paint-text.ts'
import { baselineIn, lineWidth, snapToPixel, type Font } from '#canvas/pen/pen.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'

const codeFont: Font = { size: 11, weight: 400, family: 'mono' }
const partFont: Font = { size: 11, weight: 400, family: 'sans' }
const rowFont: Font = { size: 12, weight: 400, family: 'sans' }

const headHeight = 44
const summaryHeight = 26
const rowHeight = 24
/** Default line height of text. */
const textLine = 20

/** Top of a branch row, from the inside of the card. */
export const rowTop = (shape: CardShape, index: number): number =>
  headHeight + (hasSummary(shape) ? summaryHeight : 0) + index * rowHeight

function paintRule({ pen, ratio }: Brush, { x, y, width }: Box, top: number): void {
  pen.box({ x, y: y + top, width, height: lineWidth(1, ratio) }, 0, 'line')
}

function paintSummary(brush: Brush, { kind, shape, disabled }: DrawnNode, inside: Box, emphasis: NodeEmphasis): void {
  const { ratio } = brush
  paintRule(brush, inside, headHeight)
  const left = kind === 'trigger' ? 18 : 10
  const rule = lineWidth(1, ratio)
  const textBox = { x: inside.x + left, y: inside.y + headHeight + rule, width: inside.width - left - 10 }
  if (emphasis.strip !== undefined) {
    // Its bottom padding is 2.
    paintStrip(brush, { ...textBox, height: summaryHeight - rule - 2 }, emphasis.strip, disabled, 'summary')
    return
  }
  const font = sized(codeFont, brush)
  const y = textBox.y + 4 + baselineIn(17, font, ratio)
  const colour = isDimmed(emphasis) ? 'text-3' : 'text-2'
  paintLine(brush, { text: shape.summary, x: textBox.x, y, width: textBox.width, font, colour })
}

/** The labels of parts, each in the middle of its share of the width. */
function paintParts(brush: Brush, { shape: { parts } }: DrawnNode, inside: Box, top: number): void {
  const { pen, ratio } = brush
  paintRule(brush, inside, top)
  const font = sized(partFont, brush)
  const share = inside.width / parts.length
  const line =
    inside.y + snapToPixel(top + lineWidth(1, ratio) + (summaryHeight - lineWidth(1, ratio) - textLine) / 2, ratio)
  for (const [index, { label }] of parts.entries()) {
    const width = Math.min(pen.measure(label, font), share)
    const x = inside.x + index * share + (share - width) / 2
    paintLine(brush, { text: label, x, y: line + baselineIn(textLine, font, ratio), width, font, colour: 'text-3' })
  }
}

export function paintRows(brush: Brush, card: DrawnNode, inside: Box, emphasis: NodeEmphasis): void {
  const { pen, ratio } = brush
  const { shape } = card
  const code = sized(codeFont, brush)
  const hasRun = emphasis.strip !== undefined
  if (hasSummary(shape) || (hasRun && stripPosition(shape) === 'summary')) paintSummary(brush, card, inside, emphasis)
  if (showsParts(shape, hasRun)) paintParts(brush, card, inside, rowTop(shape, shape.rows.length))
  const [left, right] = [inside.x + 12, inside.x + inside.width - 12]
  const rule = lineWidth(1, ratio)
  for (const [index, row] of shape.rows.entries()) {
    const top = rowTop(shape, index)
    paintRule(brush, inside, top)
    const line = inside.y + snapToPixel(top + rule + (rowHeight - rule - textLine) / 2, ratio)
    const { colour, weight } = rowStyle(row, emphasis)
    const font = sized({ ...rowFont, weight }, brush)
    const most = Math.min(pen.measure(row.label, font), (right - left) * 0.6)
    const y = line + baselineIn(textLine, font, ratio)
    paintLine(brush, { text: row.label, x: right - most, y, width: most, font, colour, align: 'right' })
    if (row.condition === '') continue
    const beside = { x: left, y: line + baselineIn(textLine, code, ratio), width: right - most - 8 - left }
    paintLine(brush, { text: row.condition, ...beside, font: code, colour: 'text-3' })
  }
}
