/** Paints notes: tinted areas with a title. Canvas pixels. */
import { overlaps, type Box } from '#canvas/geometry/box-geometry.ts'
import { noteLines } from '#canvas/model/note-text.ts'
import { sized, type Brush } from './brush.ts'
import { changeFrame, isDimmed, isRinged, type FrameStyle, type NodeEmphasis } from './card-style.ts'
import type { DrawnNode } from './drawing.ts'
import { isRightToLeft, wrapText } from '#canvas/pen/fit-text.ts'
import type { Colour } from '#canvas/pen/palette.ts'
import { insideOf, paintFrame } from './paint-frame.ts'
import { baselineIn, type Font } from '#canvas/pen/pen.ts'

/** Radius of the corners, on the screen. */
const radius = 6
const titleFont: Font = { size: 13, weight: 600, family: 'sans' }
const textFont: Font = { size: 12, weight: 400, family: 'sans' }
const textLine = 17
/** Maximum characters of a title: a longer first line is a text. */
const maxTitle = 60
/** Padding beside and above the text, inside the frame. */
const aside = 10
const above = 8

interface Line {
  text: string
  font: Font
  colour: Colour
  /** A new paragraph follows. */
  ends: boolean
}

/** The lines of a note: its title, if its first line is short, and its text. */
function linesOf(brush: Brush, { box, text, tint }: DrawnNode, width: number, isMuted: boolean): Line[] {
  const { pen } = brush
  const count = noteLines(box.height)
  const [first = '', ...rest] = text.trimStart().split('\n')
  const hasTitle = first.length <= maxTitle
  const styled = (part: string, most: number, font: Font, colour: Colour): Line[] =>
    part === '' || most <= 0
      ? []
      : wrapText(part, width, most, font, pen).map((line) => ({ ...line, font, colour: isMuted ? 'text-3' : colour }))
  const title = hasTitle ? styled(first, count, sized(titleFont, brush), `note-${tint ?? 'sand'}-title`) : []
  const body = hasTitle ? rest.join('\n') : text
  return [...title, ...styled(body, count - title.length, sized(textFont, brush), 'text-2')]
}

/** The text ends above the first card that overlaps one of its lines. */
function paintText(brush: Brush, note: DrawnNode, inside: Box, isMuted: boolean): void {
  const { pen, ratio } = brush
  const width = inside.width - 2 * aside
  const room = Math.floor((inside.height - 2 * above) / textLine)
  const wrapped = linesOf(brush, note, width, isMuted).slice(0, room)
  const covered = wrapped.findIndex(({ text, font }, index) => {
    const long = isRightToLeft(text) ? width : pen.measure(text, font)
    const place = { x: inside.x + aside, y: inside.y + above + index * textLine, width: long, height: textLine }
    return text !== '' && note.cardsOnTop.some((card) => overlaps(card, place))
  })
  // Each paragraph has its own direction: a wrapped line has the direction of the previous line.
  let rtl = false
  let isNew = true
  for (const [index, { text, font, colour, ends }] of (covered === -1
    ? wrapped
    : wrapped.slice(0, covered)
  ).entries()) {
    if (isNew) rtl = isRightToLeft(text)
    isNew = ends
    const y = inside.y + above + index * textLine + baselineIn(textLine, font, ratio)
    const x = inside.x + aside + (rtl ? width : 0)
    pen.text({ text, x, y, toRight: rtl, rtl, font, colour })
  }
}

/** Paints a note; where cards are not whole, only its area: titles are placed with all names. */
export function paintNote(brush: Brush, note: DrawnNode, emphasis: NodeEmphasis): void {
  const { ratio, detail, zoom } = brush
  const { box } = note
  const tint = note.tint ?? 'sand'
  const screen = 1 / Math.min(1, zoom)
  const chosenFrame: FrameStyle = { colour: 'accent', width: 2 * screen, style: 'solid' }
  const defaultFrame: FrameStyle = { colour: `note-${tint}-line`, width: screen, style: 'solid' }
  const change = changeFrame(emphasis.change)
  const frame = change ?? (isRinged(emphasis) ? chosenFrame : defaultFrame)
  const corners = Math.min(radius * screen, box.width / 2, box.height / 2)
  paintFrame(brush, { box, corners, fill: `note-${tint}` }, frame)
  if (detail === 'far' || detail === 'compact') return
  // The thicker frame of a chosen note does not move the text.
  paintText(brush, note, insideOf(box, { ...defaultFrame, width: 1 }, ratio), isDimmed(emphasis) && change === null)
}
