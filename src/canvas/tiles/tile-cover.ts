/** The part of the canvas that a tile covers, and when it has to be repainted. Pure; areas in canvas pixels. */
import { common, grown, type Box } from '#canvas/geometry/box-geometry.ts'
import type { TileView } from './tile-messages.ts'

/** React Flow's viewport, in screen pixels. */
export interface TileWindow {
  x: number
  y: number
  zoom: number
  width: number
  height: number
  ratio: number
}

/** Maximum device pixels per screen pixel: more are not visible, and the cost is quadratic. */
const maxRatio = 2
/** Half a viewport on each side: enough for six fast drags in a row. */
const margin = 0.5
/** Minimum margin of a resting tile in screen pixels, so that the next move does not begin with an empty edge. */
const spare = 40
/** Margin around the flow for ports, halos and labels; screen pixels. */
const rim = 30
/** Minimum and maximum magnification at which a tile is used during a gesture. */
const least = 0.4
const most = 2.5

export const ratioOf = (devicePixelRatio: number): number => Math.min(devicePixelRatio, maxRatio)

const holds = (outer: Box, inner: Box): boolean => {
  // Tolerance for rounding: a thousandth of the inner box.
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

/** The area to paint, including `aside` screen pixels beyond the viewport; null if nothing of the flow is in sight. */
const needed = (window: TileWindow, bounds: Box, aside: number): Box | null =>
  common(grown(seen(window), aside / window.zoom), grown(bounds, rim / window.zoom))

/**
 * The tile for a viewport: the viewport with half of its size as margin, clipped to the flow's bounds. Its corner is on
 * a device pixel, so that at rest its pixels match the screen's.
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

/** The whole flow, no larger than the viewport. */
export function wholeFor({ width, height, ratio }: TileWindow, bounds: Box): TileView {
  const zoom = Math.min(1, width / Math.max(1, bounds.width), height / Math.max(1, bounds.height))
  return { area: grown(bounds, rim / zoom), zoom, ratio }
}

/** Whether a tile covers all of the flow that is in the viewport. */
export function holdsSeen(view: TileView, window: TileWindow, bounds: Box): boolean {
  const part = needed(window, bounds, 0)
  return part === null || holds(view.area, part)
}

/** Whether a tile is good enough while the viewport moves. */
export function serves(view: TileView, window: TileWindow, bounds: Box): boolean {
  const size = window.zoom / view.zoom
  const isNear = size >= least && size <= most && view.ratio === window.ratio
  return holdsSeen(view, window, bounds) && (isNear || needed(window, bounds, 0) === null)
}

/** Whether a tile is good enough for a resting viewport: the same zoom, aligned pixels, and a margin. */
export function isSharp(view: TileView, window: TileWindow, bounds: Box): boolean {
  const part = needed(window, bounds, spare)
  if (part === null) return true
  const offset = (window.x + view.area.x * window.zoom) * window.ratio
  const down = (window.y + view.area.y * window.zoom) * window.ratio
  const isOnPixel = Math.abs(offset - Math.round(offset)) < 0.02 && Math.abs(down - Math.round(down)) < 0.02
  return view.zoom === window.zoom && view.ratio === window.ratio && isOnPixel && holds(view.area, part)
}
