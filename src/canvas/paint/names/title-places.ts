/** Where the titles of notes and groups stand, in screen pixels. */
import { cutToWidth } from '#canvas/pen/fit-text.ts'
import type { Pen } from '#canvas/pen/pen.ts'
import type { DrawnNode } from '#canvas/paint/drawing.ts'
import { boxOfTitle, scaled, titleFont, titleHeight, type NamePlaces, type PlacedTitle } from './name-boxes.ts'
import { taken, type Occupancy } from './occupancy.ts'

/** Distance of a title from the corner of its note. */
export const titleInset = { x: 9, y: 6 }
/** Minimum characters of a title that is cut: fewer say nothing. */
const minTitle = 8
/** Minimum room of a title outside its note. */
const minOutside = 150
/** Maximum width of a title. */
const maxTitleWidth = 420

/** The title of a group or a container: its name; of a note: its first line. */
export const titleText = ({ kind, name, text }: DrawnNode): string =>
  kind === 'note' ? (text.split('\n').find((line) => line.trim() !== '') ?? '').trim() : name || 'Group'

/** The title as far as it fits; null if what fits says nothing. */
function cutTitle(
  node: DrawnNode,
  room: number,
  pen: Pick<Pen, 'measure'>,
): Pick<PlacedTitle, 'text' | 'width'> | null {
  const whole = titleText(node)
  const text = cutToWidth(whole, room, titleFont, pen)
  const saysNothing = text === '' || (text !== whole && text.length < minTitle)
  return saysNothing ? null : { text, width: pen.measure(text, titleFont) }
}

/** Places a title in the first corner of its note or group where it covers nothing; nested ones follow outer ones. */
export function placeTitle(
  { grid, zoom, pen, places }: { grid: Occupancy; zoom: number; pen: Pick<Pen, 'measure'>; places: NamePlaces },
  index: number,
  node: DrawnNode,
): void {
  const box = scaled(node.box, zoom)
  const inside = cutTitle(node, Math.min(maxTitleWidth, box.width - 2 * titleInset.x), pen)
  // A small note, such as a heading of Node-RED, has its title outside.
  const outside = cutTitle(node, Math.max(minOutside, Math.min(maxTitleWidth, box.width)), pen)
  const [left, bottom] = [titleInset.x, -titleInset.y - titleHeight]
  const candidates: (Omit<PlacedTitle, 'isOnTop'> | null)[] = [
    ...(box.height < titleHeight ? [] : [inside && { ...inside, corner: { x: 0, y: 0 }, dx: left, dy: titleInset.y }]),
    outside && { ...outside, corner: { x: 0, y: 0 }, dx: 0, dy: -titleHeight },
    inside && { ...inside, corner: { x: 0, y: 0 }, dx: left, dy: -titleHeight },
    inside && { ...inside, corner: { x: 1, y: 0 }, dx: -titleInset.x - inside.width, dy: titleInset.y },
    inside && { ...inside, corner: { x: 0, y: 1 }, dx: left, dy: bottom },
    outside && { ...outside, corner: { x: 0, y: 1 }, dx: 0, dy: 0 },
    inside && { ...inside, corner: { x: 0, y: 1 }, dx: left, dy: 0 },
  ]
  const title = candidates.find(
    (one) => one !== null && grid.linesBelow(boxOfTitle(one, node.box, zoom), taken.solid) < Infinity,
  )
  if (!title) return void places.titles.set(index, null)
  const taking = boxOfTitle(title, node.box, zoom)
  const isOnTop = grid.linesBelow(taking, taken.line, { texts: 'ignore' }) === Infinity
  places.titles.set(index, { ...title, isOnTop })
  grid.addText(taking)
}
