/** Paints groups: a frame with a label on it. Canvas pixels. */
import type { Box } from '#canvas/geometry/box-geometry.ts'
import { leastText } from '#canvas/geometry/detail.ts'
import { hasEmphasis } from '#canvas/model/emphasis.ts'
import type { Brush } from './brush.ts'
import { changeFrame, isDimmed, isRinged, nodeEmphasisAt, type FrameStyle, type NodeEmphasis } from './card-style.ts'
import type { DrawnNode } from './drawing.ts'
import { cutToWidth, isRightToLeft } from '#canvas/pen/fit-text.ts'
import { insideOf, paintFrame } from './paint-frame.ts'
import { baselineIn, snapToPixel, type Font, type Pen } from '#canvas/pen/pen.ts'

/** Font size of a label. */
const labelSize = 12
const labelFont: Font = { size: labelSize, weight: 600, family: 'sans' }
const radius = 10
/** Line height of a label. */
const labelLine = 16.8
const labelHeight = 20
const labelPadding = 8

function frameOf(emphasis: NodeEmphasis): FrameStyle {
  const change = changeFrame(emphasis.change)
  if (change !== null) return change
  if (isRinged(emphasis)) return { colour: 'accent', width: 1.5, style: 'solid' }
  return { colour: hasEmphasis(emphasis.byte, 'dim') ? 'line-strong' : 'control', width: 1, style: 'dashed' }
}

/** What a label is measured with. */
type LabelBrush = Pick<Brush, 'ratio' | 'zoom'> & { pen: Pick<Pen, 'measure'> }

/** The label of a group, as far as it fits, with the number of its nodes. */
function labelOf({ pen, ratio, zoom }: LabelBrush, { box, name, members }: DrawnNode, emphasis: NodeEmphasis) {
  const scale = Math.max(1, leastText / labelSize / zoom)
  const font: Font = { ...labelFont, size: labelSize * scale, weight: hasEmphasis(emphasis.byte, 'dim') ? 400 : 600 }
  const padding = labelPadding * scale
  const inside = insideOf(box, frameOf(emphasis), ratio)
  const left = inside.x + 10
  const fullText = name || 'Group'
  const count = ` · ${members.toLocaleString()}`
  const countWidth = pen.measure(count, font)
  const room = inside.width - 20 - 2 * padding - countWidth
  const text = cutToWidth(fullText, room, font, pen)
  const used = text === fullText ? pen.measure(text, font) : room
  const height = labelHeight * scale
  const ground = { x: left, y: inside.y - height / 2, width: used + countWidth + 2 * padding, height }
  return { text, count, used, font, padding, scale, box: ground }
}

/** What the label of a group covers where cards are whole. */
export const groupLabelBox = (brush: LabelBrush, group: DrawnNode): Box =>
  labelOf(brush, group, nodeEmphasisAt(null, 0)).box

export function paintGroupLabel(brush: Brush, group: DrawnNode, emphasis: NodeEmphasis): void {
  const { pen, ratio } = brush
  const { text, count, used, font, padding, scale, box } = labelOf(brush, group, emphasis)
  pen.box(box, 4 * scale, 'sunken')
  const colour = isDimmed(emphasis) ? 'text-3' : 'text-2'
  const y =
    box.y + (snapToPixel((labelHeight - labelLine) / 2, ratio) + baselineIn(labelLine, labelFont, ratio)) * scale
  const rtl = isRightToLeft(group.name || 'Group')
  const left = box.x + padding
  pen.text({ text, x: left + (rtl ? used : 0), y, toRight: rtl, rtl, font, colour })
  pen.text({ text: count, x: left + used, y, font, colour })
}

export function paintGroup(brush: Brush, group: DrawnNode, emphasis: NodeEmphasis): void {
  const { zoom, ratio } = brush
  const frame = frameOf(emphasis)
  // The frame stays visible when the zoom makes it thinner than a device pixel.
  const width = Math.max(frame.width, 1 / (zoom * ratio))
  paintFrame(
    brush,
    { box: group.box, corners: radius, fill: group.tint === null ? 'group' : `note-${group.tint}` },
    { ...frame, width },
  )
}
