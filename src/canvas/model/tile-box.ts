/** The tile of a step: a square of constant size on the screen, drawn where its card is too small for a name. Pure. */
import type { Box } from '#canvas/geometry/box-geometry.ts'
import { detailOf } from '#canvas/geometry/detail.ts'
import type { CanvasGraph } from './canvas-graph.ts'
import { headPort, isContainer } from './card-shape.ts'

/** Sides of tiles in screen pixels, from the zoom given: larger ones would touch at lower zooms. */
const sides = [
  { fromZoom: 0.225, side: 24 },
  { fromZoom: 0.18, side: 22 },
  { fromZoom: 0, side: 18 },
] as const
/** Minimum side: in a smaller square an icon is a blot, and a mark with the shape of the card is larger. */
const minSide = 10
/** Free pixels between the tiles of neighbours. */
const gap = 2
/** Steps of the zoom: names move, and tiles change their side, when it has changed by 9%. */
const stepsPerDoubling = 8

/** The end of a step, as a multiple of its lowest zoom. */
export const stepRatio = 2 ** (1 / stepsPerDoubling)

/** The lowest zoom of the step that a zoom belongs to. */
export const stepZoom = (zoom: number): number =>
  2 ** (Math.floor(Math.log2(zoom) * stepsPerDoubling + 1e-6) / stepsPerDoubling)

/**
 * Side of tiles in screen pixels, for steps whose nearest neighbours are `spacing` canvas pixels away; null = there is
 * no room for tiles, and steps are marks.
 */
export function tileSideAt(zoom: number, spacing: number): number | null {
  const preferred = sides.find(({ fromZoom }) => zoom >= fromZoom)?.side ?? minSide
  const side = Math.min(preferred, Math.floor(spacing * zoom) - gap)
  return side < minSide ? null : side
}

/** Side of tiles in canvas pixels, as they are painted at a zoom; null = steps are cards or marks. */
export function tileAt(zoom: number, spacing: number): number | null {
  const side = detailOf(zoom) === 'far' ? tileSideAt(stepZoom(zoom), spacing) : null
  return side === null ? null : side / zoom
}

/** The tile of a card; `side` in canvas pixels. Its middle is at the height of the ports, so that edges meet it. */
export const tileBoxOf = ({ x, y, width }: Box, side: number): Box => ({
  x: x + (width - side) / 2,
  y: y + headPort - side / 2,
  width: side,
  height: side,
})

/** Side of a cell of the grid in which neighbours are searched, in canvas pixels. */
const cellSize = 400
/** Maximum cards per cell that are compared: positions of a hostile file may all be equal. */
const maxPerCell = 24
/** Share of the cards that may be closer to a neighbour than `spacing`: a few overlapping cards do not shrink all. */
const closerShare = 0.05
/** Spacing of a single card. */
const alone = 1_000

/** Distance of middles from which two squares of that side do not overlap. */
const distance = (a: Box, b: Box): number =>
  Math.max(Math.abs(a.x + a.width / 2 - b.x - b.width / 2), Math.abs(a.y - b.y))

/** Distance to the nearest neighbour that 95% of the cards have, in canvas pixels. About linear. */
function spacingOf(cards: readonly Box[]): number {
  const cells = new Map<string, Box[]>()
  const cellOf = ({ x, y }: Box, right: number, down: number) =>
    `${Math.floor(x / cellSize) + right}:${Math.floor(y / cellSize) + down}`
  for (const card of cards) {
    const cell = cells.get(cellOf(card, 0, 0))
    if (cell === undefined) cells.set(cellOf(card, 0, 0), [card])
    else if (cell.length < maxPerCell) cell.push(card)
  }
  const nearest = cards.map((card) => {
    let least = alone
    for (const right of [-1, 0, 1])
      for (const down of [-1, 0, 1])
        for (const other of cells.get(cellOf(card, right, down)) ?? [])
          if (other !== card) least = Math.min(least, distance(card, other))
    return least
  })
  return nearest.toSorted((a, b) => a - b)[Math.floor(nearest.length * closerShare)] ?? alone
}

const spacingCache = new WeakMap<CanvasGraph, number>()

/** The spacing of the steps of a flow, cached. */
export function cachedSpacing(graph: CanvasGraph): number {
  const spacing =
    spacingCache.get(graph) ??
    spacingOf(
      graph.nodes.flatMap((node) =>
        node.kind === 'group' || node.kind === 'note' || isContainer(node) ? [] : node.box,
      ),
    )
  spacingCache.set(graph, spacing)
  return spacing
}
