/** Paints notes: tinted areas with a title. Canvas pixels. */
import { boxOf, expandBox, overlaps, type Box } from '#canvas/geometry/box-geometry.ts'
import { noteLines } from '#canvas/model/note-text.ts'
import { sized, type Brush } from './brush.ts'
import { changeFrame, isDimmed, isRinged, type FrameStyle, type NodeEmphasis } from './card-style.ts'
import type { DrawnEdge, DrawnNode } from './drawing.ts'
import { isRightToLeft, wrapText } from '#canvas/pen/fit-text.ts'
import type { Colour } from '#canvas/pen/palette.ts'
import { insideOf, paintFrame, paintGround } from './paint-frame.ts'
import { baselineIn, type Font, type PenText } from '#canvas/pen/pen.ts'

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

/** A line of a note's text as it is painted, and what it covers. */
export interface NoteLine {
  text: PenText
  box: Box
}

/** The text ends above the first card that overlaps one of its lines. Returns the lines that are not empty. */
function paintText(brush: Brush, note: DrawnNode, inside: Box, isMuted: boolean): NoteLine[] {
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
  const lines: NoteLine[] = []
  for (const [index, { text, font, colour, ends }] of (covered === -1
    ? wrapped
    : wrapped.slice(0, covered)
  ).entries()) {
    if (isNew) rtl = isRightToLeft(text)
    isNew = ends
    const top = inside.y + above + index * textLine
    const x = inside.x + aside + (rtl ? width : 0)
    const painted = { text, x, y: top + baselineIn(textLine, font, ratio), toRight: rtl, rtl, font, colour }
    pen.text(painted)
    const own = pen.measure(text, font)
    if (text !== '')
      lines.push({ text: painted, box: { x: x - (rtl ? own : 0), y: top, width: own, height: textLine } })
  }
  return lines
}

/**
 * Paints a note; where cards are not whole, only its area: titles are placed with all names. Returns the lines of its
 * text.
 */
export function paintNote(brush: Brush, note: DrawnNode, emphasis: NodeEmphasis): NoteLine[] {
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
  if (detail === 'far' || detail === 'compact') return []
  // The thicker frame of a chosen note does not move the text.
  const inside = insideOf(box, { ...defaultFrame, width: 1 }, ratio)
  return paintText(brush, note, inside, isDimmed(emphasis) && change === null)
}

/** A note with the lines of its text. */
export interface NoteText {
  note: DrawnNode
  lines: readonly NoteLine[]
}

/** Whether an edge passes over a box. Its stretches between corners are level or upright. */
const passesOver = ({ course: { corners } }: DrawnEdge, box: Box): boolean =>
  corners.some((corner, index) => {
    const next = corners[index + 1]
    return next !== undefined && overlaps(expandBox(boxOf([corner, next]), 1), box)
  })

/**
 * Paints lines that edges cross once more, on the tint of their note, over the edges. `texts`: from below; what lies on
 * a line, such as a smaller note, stays on top of it.
 */
export function paintTextsOverEdges(
  brush: Brush,
  texts: readonly NoteText[],
  { edges, area, groups }: { edges: readonly DrawnEdge[]; area: Box; groups: readonly DrawnNode[] },
): void {
  if (texts.every(({ lines }) => lines.length === 0)) return
  const { pen } = brush
  const visible = edges.filter((edge) => overlaps(expandBox(edge.box, 1), area))
  for (const [index, { note, lines }] of texts.entries()) {
    const near = visible.filter((edge) => overlaps(expandBox(edge.box, 1), note.box))
    const onTop = [...texts.slice(index + 1).map((text) => text.note), ...groups.filter(({ tint }) => tint !== null)]
    for (const { text, box } of lines) {
      if (!near.some((edge) => passesOver(edge, box)) || onTop.some((other) => overlaps(other.box, box))) continue
      paintGround(brush, box, `note-${note.tint ?? 'sand'}`)
      pen.text(text)
    }
  }
}
