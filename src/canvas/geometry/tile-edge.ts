/** Paths of edges between tiles: those between cards, whose ends and turns are moved to the tiles. Pure. */
import type { Box, Point } from './box-geometry.ts'
import type { EdgeCourse } from './edge-path.ts'

/** Side length of turns in screen pixels. */
export const tileTurn = 6
/** Screen pixels between the end of a line and its tile. */
const endGap = 1
/** Minimum screen pixels between a tile and a turn or level stretch of an edge beside it. */
const turnGap = 7
/** The same in front of the target, where the arrowhead needs room. */
const arrivalGap = 10
/** Screen pixels from an owner to the level at which the lines to its parts meet. */
const partLevel = 12

/** The tiles at the ends of an edge; null = the end is no tile but a frame. */
export interface TileEnds {
  from: Box | null
  to: Box | null
  /** Place of the edge among those of its source, from the middle of the tile, as a share of its side. */
  fan: number
  /** Canvas pixels per screen pixel. */
  pixel: number
}

const middleOf = ({ y, height }: Box): number => y + height / 2

/** The level of a stretch that leads back past both tiles: above, below or between them. */
function clearLevel(level: number, one: Box, other: Box, gap: number): number {
  const [upper, lower] = one.y <= other.y ? [one, other] : [other, one]
  if (level < middleOf(upper)) return Math.min(level, upper.y - gap)
  const bottom = upper.y + upper.height
  if (level > middleOf(lower)) return Math.max(level, bottom + gap, lower.y + lower.height + gap)
  return Math.min(Math.max(level, bottom + gap), Math.max(lower.y - gap, (bottom + lower.y) / 2))
}

const isBeyond = (level: number, one: number, other: number): boolean =>
  level > Math.max(one, other) || level < Math.min(one, other)

/** From the part to its owner. */
function attachedCorners(corners: readonly Point[], { from, to, pixel }: TileEnds): Point[] {
  const [start, end] = [corners[0], corners.at(-1)]
  if (start === undefined || end === undefined) return []
  const level = corners[1]?.y ?? end.y
  // Which sides face each other was decided for the cards.
  const isBelow = (from?.y ?? start.y) > (to?.y ?? end.y)
  const isAround = isBeyond(level, start.y, end.y)
  const sideOf = (tile: Box | null, y: number, down: boolean) =>
    tile === null ? y : down ? tile.y + tile.height + endGap * pixel : tile.y - endGap * pixel
  const y1 = sideOf(from, start.y, isAround || !isBelow)
  const y2 = sideOf(to, end.y, isAround || isBelow)
  // At a card, each kind of part has its own place.
  const x2 = to === null ? end.x : to.x + to.width / 2
  if (!isAround && Math.abs(start.x - x2) < pixel / 2)
    return [
      { x: start.x, y: y1 },
      { x: x2, y: y2 },
    ]
  const meeting = isAround
    ? Math.max(level, y1 + turnGap * pixel, y2 + turnGap * pixel)
    : y2 + Math.sign(y1 - y2) * Math.min(partLevel * pixel, Math.abs(y1 - y2) / 2)
  return [
    { x: start.x, y: y1 },
    { x: start.x, y: meeting },
    { x: x2, y: meeting },
    { x: x2, y: y2 },
  ]
}

/** A level line: with two turns behind its source if that is not at the same height as its target. */
function levelCorners(start: Point, end: Point, pixel: number): Point[] {
  if (Math.abs(start.y - end.y) < pixel / 2) return [start, { x: end.x, y: start.y }]
  const x = Math.min(start.x + turnGap * pixel, (start.x + end.x) / 2)
  return [start, { x, y: start.y }, { x, y: end.y }, end]
}

/** Moves the upright stretches behind the source and in front of the target off the tiles. */
function moveTurns(line: readonly Point[], ends: TileEnds): void {
  const { from, to, pixel } = ends
  const [start, first, second, before, last, end] = [line[0], line[1], line[2], line.at(-3), line.at(-2), line.at(-1)]
  if (start === undefined || first === undefined || second === undefined) return
  if (before === undefined || last === undefined || end === undefined) return
  const [least, most] = [start.x + turnGap * pixel, end.x - arrivalGap * pixel]
  if (line.length === 4) {
    first.x = second.x = least < most ? Math.min(Math.max(first.x, least), most) : (start.x + end.x) / 2
    return
  }
  first.x = second.x = Math.max(first.x, least)
  before.x = last.x = Math.min(last.x, most)
  if (from !== null && to !== null && before.x < second.x)
    before.y = second.y = clearLevel(second.y, from, to, turnGap * pixel)
}

/** The corners of an edge that starts at the right of the tile of its source and ends at the left of the other one. */
export function tileCorners({ corners, attached }: EdgeCourse, ends: TileEnds): Point[] {
  const { from, to, fan, pixel } = ends
  if (attached && corners[0]?.x === corners[1]?.x) return attachedCorners(corners, ends)
  const line = corners.map(({ x, y }): Point => ({ x, y }))
  const [start, first, end] = [line[0], line[1], line.at(-1)]
  if (start === undefined || first === undefined || end === undefined) return line
  if (from !== null) {
    start.x = from.x + from.width + endGap * pixel
    start.y = middleOf(from) + fan * from.height
  }
  if (to !== null) end.x = to.x - endGap * pixel
  if (line.length < 4) return levelCorners(start, end, pixel)
  first.y = start.y
  moveTurns(line, ends)
  return line
}
