/** Paints notes: paper with a cut corner. Canvas pixels. */
import { overlaps, type Point, type Box } from '#canvas/geometry/box-geometry.ts'
import { noteLines } from '#canvas/model/note-text.ts'
import { farSize, sized, type Brush } from './brush.ts'
import { changeFrame, isDimmed, isRinged, type FrameStyle, type NodeEmphasis } from './card-style.ts'
import type { DrawnNode } from './drawing.ts'
import { isRightToLeft, wrapText } from '#canvas/pen/fit-text.ts'
import type { Colour } from '#canvas/pen/palette.ts'
import { dashesOf, insideOf } from './paint-frame.ts'
import { baselineIn, lineWidth, type Font } from '#canvas/pen/pen.ts'

/** Side of the cut corner of a note. */
const corner = 12
const textFont: Font = { size: 12, weight: 400, family: 'sans' }
const textLine = 17
/** Padding beside and above the text, inside the frame. */
const aside = 10
const above = 8

/** Frame along the note's box, except at the cut corner. */
function paintFrame({ pen, ratio }: Brush, { x, y, width, height }: Box, frame: FrameStyle): void {
  const line = lineWidth(frame.width, ratio)
  const half = line / 2
  const [right, bottom] = [x + width, y + height]
  const draw = (a: Point, b: Point) => {
    const dash = dashesOf(frame.style, line, Math.abs(b.x - a.x) + Math.abs(b.y - a.y), ratio)
    const stroke = { colour: frame.colour, width: line }
    pen.lines([a, b], dash === undefined ? stroke : { ...stroke, dash })
  }
  draw({ x, y: y + half }, { x: right - corner + half, y: y + half })
  draw({ x: right - half, y: y + corner - half }, { x: right - half, y: bottom })
  draw({ x, y: bottom - half }, { x: right, y: bottom - half })
  draw({ x: x + half, y }, { x: x + half, y: bottom })
  if (frame.left !== undefined) pen.box({ x, y, width: frame.left, height }, 0, frame.colour)
}

/** The text ends above the first card that overlaps one of its lines. */
function paintText(brush: Brush, { box, text, cardsOnTop }: DrawnNode, inside: Box, colour: Colour): void {
  const { pen, ratio, detail } = brush
  const isNear = detail === 'all' || detail === 'small'
  const far = farSize(brush)
  const [font, line] = isNear ? [sized(textFont, brush), textLine] : [{ ...textFont, size: far.size }, far.line]
  const width = inside.width - 2 * aside
  const most = noteLines(box.height)
  const room = Math.floor((inside.height - 2 * above) / line)
  const wrapped = wrapText(text, width, most, font, pen).slice(0, room)
  const covered = wrapped.findIndex(({ text: own }, index) => {
    const long = isRightToLeft(own) ? width : pen.measure(own, font)
    const place = { x: inside.x + aside, y: inside.y + above + index * line, width: long, height: line }
    return own !== '' && cardsOnTop.some((card) => overlaps(card, place))
  })
  const lines = covered === -1 ? wrapped : wrapped.slice(0, covered)
  // Each paragraph has its own direction: a wrapped line has the direction of the previous line.
  let rtl = false
  let isNew = true
  for (const [index, { text: own, ends }] of lines.entries()) {
    if (isNew) rtl = isRightToLeft(own)
    isNew = ends
    const y = inside.y + above + index * line + baselineIn(line, font, ratio)
    const x = inside.x + aside + (rtl ? width : 0)
    pen.text({ text: own, x, y, toRight: rtl, rtl, font, colour })
  }
}

/** Paints a note, at low zoom without its text. */
export function paintNote(brush: Brush, note: DrawnNode, emphasis: NodeEmphasis): void {
  const { pen, ratio, detail } = brush
  const { x, y, width, height } = note.box
  const paper = [
    { x, y },
    { x: x + width - corner, y },
    { x: x + width, y: y + corner },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]
  const chosenFrame: FrameStyle = { colour: 'accent', width: 2.5, style: 'solid' }
  const defaultFrame: FrameStyle = { colour: 'line-strong', width: 1, style: 'solid' }
  const frame = changeFrame(emphasis.change) ?? (isRinged(emphasis) ? chosenFrame : defaultFrame)
  pen.polygon(paper, 'page')
  paintFrame(brush, note.box, frame)
  if (detail === 'far') return
  // The thicker frame of a chosen note extends inwards and does not move the text.
  const inside = insideOf(note.box, frame === chosenFrame ? defaultFrame : frame, ratio)
  paintText(brush, note, inside, isDimmed(emphasis) && emphasis.change === 'none' ? 'text-3' : 'text-2')
}
