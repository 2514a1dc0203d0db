/** The text of notes where cards are compact: as many lines as cover nothing. Screen pixels. */
import type { Box } from '#canvas/geometry/box-geometry.ts'
import { isRightToLeft, wrapText } from '#canvas/pen/fit-text.ts'
import type { Font, Pen } from '#canvas/pen/pen.ts'
import type { DrawnNode } from '#canvas/paint/drawing.ts'
import { scaled, titleHeight, type NamePlaces, type PlacedText } from './name-boxes.ts'
import { taken, type Occupancy } from './occupancy.ts'
import { titleInset, titleText } from './title-places.ts'

export const noteFont: Font = { size: 11, weight: 400, family: 'sans' }
export const noteLine = 15
/** Minimum width of a text: in a narrower note a line has two or three words. */
const minWidth = 90
/** Maximum lines: more are read in the panel of the note. */
const maxLines = 40

/** The box of a line of a note's text. */
const boxOfLine = (note: Box, { dy }: PlacedText, index: number, dx: number, width: number): Box => ({
  x: note.x + dx,
  y: note.y + dy + index * noteLine,
  width,
  height: noteLine,
})

/** The text that follows the title; the whole text if the title is placed elsewhere or missing. */
function textBelow(node: DrawnNode, hasTitle: boolean): string {
  if (!hasTitle) return node.text
  const title = titleText(node)
  return node.text.slice(node.text.indexOf(title) + title.length).trimStart()
}

/** Places the lines of a note's text below its title, up to the first that would cover something. */
export function placeNoteText(
  { grid, zoom, pen, places }: { grid: Occupancy; zoom: number; pen: Pick<Pen, 'measure'>; places: NamePlaces },
  index: number,
  node: DrawnNode,
): void {
  const box = scaled(node.box, zoom)
  const title = places.titles.get(index)
  const hasTitle = title?.corner.x === 0 && title.corner.y === 0 && title.dy > 0
  const dy = titleInset.y + (hasTitle ? titleHeight + 2 : 0)
  const room = box.width - 2 * titleInset.x
  const count = Math.min(maxLines, Math.floor((box.height - dy - titleInset.y) / noteLine))
  const text = textBelow(node, hasTitle)
  if (text === '' || room < minWidth || count <= 0) return
  const placed: PlacedText = { lines: [], dy }
  const lines: PlacedText['lines'][number][] = []
  for (const [line, { text: own }] of wrapText(text, room, count, noteFont, pen).entries()) {
    const width = pen.measure(own, noteFont)
    const rtl = isRightToLeft(own)
    const dx = titleInset.x + (rtl ? room - width : 0)
    const place = boxOfLine(box, placed, line, dx, width)
    if (own !== '' && grid.linesBelow(place, taken.solid | taken.line) === Infinity) break
    lines.push({ text: own, dx, rtl })
  }
  if (lines.every(({ text: own }) => own === '')) return
  places.texts.set(index, { lines, dy })
  for (const line of boxesOfText({ lines, dy }, node.box, zoom, pen)) grid.addText(line)
}

/** The boxes of the lines of a note's text. */
export const boxesOfText = (placed: PlacedText, note: Box, zoom: number, pen: Pick<Pen, 'measure'>): Box[] =>
  placed.lines.map(({ text, dx }, index) =>
    boxOfLine(scaled(note, zoom), placed, index, dx, pen.measure(text, noteFont)),
  )
