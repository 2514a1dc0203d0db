/** Which part of the canvas a tile has to hold, and when it has to be painted anew. Pure; areas in canvas pixels. */
import { common, grown, type Box } from '#canvas/geometry/box-geometry.ts'
import type { TileView } from './tile-messages.ts'

/** Where the window is: as React Flow says it, in screen pixels. */
export interface TileWindow {
  x: number
  y: number
  zoom: number
  width: number
  height: number
  ratio: number
}

/** More device pixels than 2 for a screen pixel nobody sees, and they cost by the square. */
const maxRatio = 2
/** Half a window on each side: six fast drags in a row stay within. */
const margin = 0.5
/** Screen pixels around the window that a tile at rest holds as well, so that the next move begins with something. */
const spare = 40
/** Around the flow: ports, halos and labels reach beyond its bounds; screen pixels. */
const rim = 30
/** While a gesture runs, a tile serves until it is this much too small or too large. */
const least = 0.4
const most = 2.5

export const ratioOf = (devicePixelRatio: number): number => Math.min(devicePixelRatio, maxRatio)

const holds = (outer: Box, inner: Box): boolean => {
  // A thousandth of a pixel is rounding.
  const slack = 0.001 * Math.max(1, inner.width, inner.height)
  return (
    outer.x <= inner.x + slack &&
    outer.y <= inner.y + slack &&
    outer.x + outer.width >= inner.x + inner.width - slack &&
    outer.y + outer.height >= inner.y + inner.height - slack
  )
}

const seen = ({ x, y, zoom, width, height }: TileWindow): Box => ({
  x: -x / zoom,
  y: -y / zoom,
  width: width / zoom,
  height: height / zoom,
})

/** What has to be painted of the flow, `aside` screen pixels beyond the window included; null where nothing of it is in sight. */
const needed = (window: TileWindow, bounds: Box, aside: number): Box | null =>
  common(grown(seen(window), aside / window.zoom), grown(bounds, rim / window.zoom))

/**
 * The tile for a window: the window and a half on each side, cut at the flow's bounds. Its corner lies on a device pixel,
 * so that at rest every pixel of it is one of the screen.
 */
export function viewFor(window: TileWindow, bounds: Box): TileView | null {
  const { x, y, zoom, width, height, ratio } = window
  const part = needed(window, bounds, Math.max(spare, Math.max(width, height) * margin))
  if (part === null) return null
  const snapped = (from: number, length: number, offset: number): [number, number] => {
    const start = Math.floor((offset + from * zoom) * ratio) / ratio
    const end = Math.ceil((offset + (from + length) * zoom) * ratio) / ratio
    return [(start - offset) / zoom, (end - start) / zoom]
  }
  const [left, w] = snapped(part.x, part.width, x)
  const [top, h] = snapped(part.y, part.height, y)
  return { area: { x: left, y: top, width: w, height: h }, zoom, ratio }
}

/** The whole flow, no larger than the window. */
export function wholeFor({ width, height, ratio }: TileWindow, bounds: Box): TileView {
  const zoom = Math.min(1, width / Math.max(1, bounds.width), height / Math.max(1, bounds.height))
  return { area: grown(bounds, rim / zoom), zoom, ratio }
}

/** Whether a tile holds all of the flow that is in the window. */
export function holdsSeen(view: TileView, window: TileWindow, bounds: Box): boolean {
  const part = needed(window, bounds, 0)
  return part === null || holds(view.area, part)
}

/** Whether a tile will do while the window moves. */
export function serves(view: TileView, window: TileWindow, bounds: Box): boolean {
  const size = window.zoom / view.zoom
  const isNear = size >= least && size <= most && view.ratio === window.ratio
  return holdsSeen(view, window, bounds) && (isNear || needed(window, bounds, 0) === null)
}

/** Whether a tile will do for a window at rest: the same zoom, pixel on pixel, and room to move. */
export function isSharp(view: TileView, window: TileWindow, bounds: Box): boolean {
  const part = needed(window, bounds, spare)
  if (part === null) return true
  const offset = (window.x + view.area.x * window.zoom) * window.ratio
  const down = (window.y + view.area.y * window.zoom) * window.ratio
  const isOnPixel = Math.abs(offset - Math.round(offset)) < 0.02 && Math.abs(down - Math.round(down)) < 0.02
  return view.zoom === window.zoom && view.ratio === window.ratio && isOnPixel && holds(view.area, part)
}
