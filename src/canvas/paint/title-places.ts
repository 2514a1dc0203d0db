/** Where the titles of notes and groups stand, in screen pixels. */
import { cutToWidth } from '#canvas/pen/fit-text.ts'
import type { Pen } from '#canvas/pen/pen.ts'
import type { DrawnNode } from './drawing.ts'
import { boxOfTitle, scaled, titleFont, titleHeight, type NamePlaces, type PlacedTitle } from './name-boxes.ts'
import { taken, type Occupancy } from './occupancy.ts'

/** Distance of a title from the corner of its note. */
export const titleInset = { x: 9, y: 6 }
/** Minimum characters of a title that is cut: fewer say nothing. */
const minTitle = 8
/** Maximum width of a title. */
const maxTitleWidth = 420

/** The title of a group or a container: its name; of a note: its first line. */
export const titleText = ({ kind, name, text }: DrawnNode): string =>
  kind === 'note' ? (text.split('\n').find((line) => line.trim() !== '') ?? '').trim() : name || 'Group'

/** Places a title in the first corner of its note or group where it covers nothing; nested ones follow outer ones. */
export function placeTitle(
  { grid, zoom, pen, places }: { grid: Occupancy; zoom: number; pen: Pick<Pen, 'measure'>; places: NamePlaces },
  index: number,
  node: DrawnNode,
): void {
  const box = scaled(node.box, zoom)
  const room = Math.min(maxTitleWidth, box.width - 2 * titleInset.x)
  const whole = titleText(node)
  const text = cutToWidth(whole, room, titleFont, pen)
  const saysNothing = text !== whole && text.length < minTitle
  if (text === '' || saysNothing || box.height < titleHeight) {
    places.titles.set(index, null)
    return
  }
  const width = pen.measure(text, titleFont)
  const [left, bottom] = [titleInset.x, -titleInset.y - titleHeight]
  const corners = [
    { corner: { x: 0, y: 0 }, dx: left, dy: titleInset.y },
    { corner: { x: 0, y: 0 }, dx: left, dy: -titleHeight },
    { corner: { x: 1, y: 0 }, dx: -titleInset.x - width, dy: titleInset.y },
    { corner: { x: 0, y: 1 }, dx: left, dy: bottom },
    { corner: { x: 0, y: 1 }, dx: left, dy: 0 },
  ]
  const title = corners
    .map((corner): PlacedTitle => ({ text, width, ...corner }))
    .find((one) => grid.linesBelow(boxOfTitle(one, node.box, zoom), taken.solid) < Infinity)
  places.titles.set(index, title ?? null)
  if (title !== undefined) grid.addText(boxOfTitle(title, node.box, zoom))
}
