/** Places of a name beside its tile or card. Pure; screen pixels. */
import type { Box, Point } from '#canvas/geometry/box-geometry.ts'
import type { BrokenName } from './break-name.ts'
import { nameLine, type PlacedName } from './name-boxes.ts'

export type Side = Exclude<PlacedName['side'], 'inside'>

/** Free pixels between a tile and its name: what is marked around tiles, and the rounding of the grid. */
export const nameGap = 4

/** How far names above and below are moved aside, as a share of what they are wider than the tile, and the cost. */
const shifts = [
  { share: 0, cost: 0 },
  { share: 0.25, cost: 1.5 },
  { share: -0.25, cost: 1.5 },
  { share: 0.5, cost: 3 },
  { share: -0.5, cost: 3 },
] as const

/** Left and top of a name beside a tile, or a card, from the anchor, and what it costs to be moved aside. */
export function placesBeside(
  side: Side,
  solid: Box,
  anchor: Point,
  { width, lines }: BrokenName,
  gap: number,
): { dx: number; dy: number; shiftCost: number }[] {
  const height = lines.length * nameLine
  const [left, top] = [solid.x - anchor.x, solid.y - anchor.y]
  const middle = top + (solid.height - height) / 2
  if (side === 'right') return [{ dx: left + solid.width + nameGap + 1, dy: middle, shiftCost: 0 }]
  if (side === 'left') return [{ dx: left - nameGap - 1 - width, dy: middle, shiftCost: 0 }]
  const free = width - solid.width
  const dy = side === 'below' ? top + solid.height + nameGap : top - gap - height
  return shifts
    .slice(0, free > 0 ? shifts.length : 1)
    .map(({ share, cost }) => ({ dx: left - free * (0.5 + share), dy, shiftCost: cost }))
}
