/** Places of names and titles, and their boxes on the screen. Pure. */
import type { Box, Point } from '#canvas/geometry/box-geometry.ts'
import { tileBoxOf } from '#canvas/model/tile-box.ts'
import type { Font } from '#canvas/pen/pen.ts'
import type { BrokenName } from './break-name.ts'

/** Fonts of names, and of the titles of notes and groups, in screen pixels. */
export const nameFont: Font = { size: 11, weight: 500, family: 'sans' }
export const titleFont: Font = { size: 11, weight: 600, family: 'sans' }
/** Line height of names, and height of titles, in screen pixels. */
export const nameLine = 13
export const titleHeight = 15

export interface PlacedName extends BrokenName {
  /** In the card; else beside the tile, or the card. */
  side: 'inside' | 'below' | 'above' | 'right' | 'left'
  /** Where it belongs to a card, as shares of width and height; undefined = the middle of a tile. */
  corner?: Point | undefined
  /** Left and top of the name from there, in screen pixels; 0 inside a card. */
  dx: number
  dy: number
  /** Whether it covers marks of steps, or edges among them. */
  isOnTop: boolean
  /** How much higher the card is than its box, half above and half below, in screen pixels: a long name needs it. */
  grow: number
}

export interface PlacedTitle {
  text: string
  /** The corner of its note or group that it belongs to, as shares of width and height. */
  corner: Point
  /** Left and top from that corner, in screen pixels. */
  dx: number
  dy: number
  width: number
  /** Whether an edge runs below it. */
  isOnTop: boolean
}

/** The text of a note. */
export interface PlacedText {
  lines: readonly { text: string; dx: number; rtl: boolean }[]
  /** Top of the first line, from the corner of the note. */
  dy: number
}

export interface NamePlaces {
  /** The zoom that the places were chosen for; the real one is up to 9% larger. */
  zoom: number
  /** By index of the node; null = there is no room for its name. */
  names: Map<number, PlacedName | null>
  titles: Map<number, PlacedTitle | null>
  /** The texts of notes, where cards are compact. */
  texts: Map<number, PlacedText>
}

/** A box in canvas pixels, in screen pixels. */
export const scaled = ({ x, y, width, height }: Box, zoom: number): Box => ({
  x: x * zoom,
  y: y * zoom,
  width: width * zoom,
  height: height * zoom,
})

/** The point that the place of a name refers to: the middle of a tile, or a point on the edge of a card. */
export function nameAnchor(box: Box, zoom: number, corner?: Point): Point {
  const { x, y } =
    corner === undefined ? tileBoxOf(box, 0) : { x: box.x + corner.x * box.width, y: box.y + corner.y * box.height }
  return { x: x * zoom, y: y * zoom }
}

/** The box of a name whose step has this anchor. */
export const boxOfName = (
  { dx, dy, width, lines }: Pick<PlacedName, 'dx' | 'dy' | 'width' | 'lines'>,
  { x, y }: Point,
): Box => ({
  x: x + dx,
  y: y + dy,
  width,
  height: lines.length * nameLine,
})

/** The box of a title of this note or group, in screen pixels. */
export const boxOfTitle = (
  { corner, dx, dy, width }: Omit<PlacedTitle, 'text' | 'isOnTop'>,
  box: Box,
  zoom: number,
): Box => ({
  x: (box.x + corner.x * box.width) * zoom + dx,
  y: (box.y + corner.y * box.height) * zoom + dy,
  width,
  height: titleHeight,
})
