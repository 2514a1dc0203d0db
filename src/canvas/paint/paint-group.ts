/** Paints groups: a frame with a label on it. Canvas pixels. */
import { overlaps, type Box } from '#canvas/geometry/box-geometry.ts'
import { hasEmphasis } from '#canvas/model/emphasis.ts'
import type { Brush } from './brush.ts'
import { changeFrame, isDimmed, isRinged, type FrameStyle, type NodeEmphasis } from './card-style.ts'
import type { DrawnNode } from './drawing.ts'
import { cutToWidth, isRightToLeft } from '#canvas/pen/fit-text.ts'
import { insideOf, paintFrame } from './paint-frame.ts'
import { baselineIn, snapToPixel, type Font } from '#canvas/pen/pen.ts'

/** Font size of a label. */
export const labelSize = 12
const labelFont: Font = { size: labelSize, weight: 600, family: 'sans' }
const radius = 10
/** Line height of a label. */
const labelLine = 16.8
const labelHeight = 20
const labelPadding = 8
/** Minimum characters of a cut name at low zoom: fewer are meaningless. */
const leastLetters = 5

function frameOf(emphasis: NodeEmphasis): FrameStyle {
  const change = changeFrame(emphasis.change)
  if (change !== null) return change
  if (isRinged(emphasis)) return { colour: 'accent', width: 1.5, style: 'solid' }
  return { colour: hasEmphasis(emphasis.byte, 'dim') ? 'line-strong' : 'control', width: 1, style: 'dashed' }
}

const isNear = ({ detail }: Brush): boolean => detail === 'all' || detail === 'small'

/** The name as far as it fits, and the number of nodes; null if that would be meaningless. */
function labelText(fullText: string, members: number, wide: number, font: Font, brush: Brush) {
  const { pen } = brush
  const counted = ` · ${members.toLocaleString()}`
  // At low zoom the name is more useful than the number.
  const isTight = !isNear(brush) && pen.measure(fullText + counted, font) > wide
  const count = isTight ? '' : counted
  const countWidth = pen.measure(count, font)
  const room = wide - countWidth
  const text = cutToWidth(fullText, room, font, pen)
  const saysNothing = !isNear(brush) && text !== fullText && text.length <= leastLetters
  return saysNothing ? null : { text, room, count, countWidth }
}

/**
 * `scale` enlarges the label, null = no label; at low zoom there is none if it would overlap `above`, the label of the
 * outermost frame around this one. Returns the box of the label, if it is painted.
 */
export function paintGroup(
  brush: Brush,
  { box, name, members }: DrawnNode,
  emphasis: NodeEmphasis,
  scale: number | null,
  above: Box | null = null,
): Box | null {
  const { pen, ratio } = brush
  const frame = frameOf(emphasis)
  paintFrame(brush, { box, corners: radius, fill: 'group' }, frame)
  if (scale === null) return null
  const isPlain = hasEmphasis(emphasis.byte, 'dim')
  const font: Font = { ...labelFont, size: labelFont.size * scale, weight: isPlain ? 400 : 600 }
  const padding = labelPadding * scale
  const inside = insideOf(box, frame, ratio)
  const [left, right] = [inside.x + 10, inside.x + inside.width - 10]
  const fullText = name || 'Group'
  const words = labelText(fullText, members, right - left - 2 * padding, font, brush)
  if (words === null) return null
  const { text, room, count, countWidth } = words
  const used = text === fullText ? pen.measure(text, font) : room
  const height = labelHeight * scale
  const top = inside.y - height / 2
  const label = { x: left, y: top, width: used + countWidth + 2 * padding, height }
  if (!isNear(brush) && above !== null && overlaps(label, above)) return null
  pen.box(label, 4 * scale, 'sunken')
  const colour = isDimmed(emphasis) ? 'text-3' : 'text-2'
  const y = top + (snapToPixel((labelHeight - labelLine) / 2, ratio) + baselineIn(labelLine, labelFont, ratio)) * scale
  const rtl = isRightToLeft(fullText)
  pen.text({ text, x: left + padding + (rtl ? used : 0), y, toRight: rtl, rtl, font, colour })
  pen.text({ text: count, x: left + padding + used, y, font, colour })
  return label
}
