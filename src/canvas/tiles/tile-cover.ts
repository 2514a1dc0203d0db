/** The part of the canvas that a tile covers, and when it has to be repainted. Pure; areas in canvas pixels. */
import { common, expandBox, paintMargin, type Box } from '#canvas/geometry/box-geometry.ts'
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
/** Margin on each side, as a fraction of the longer side of the viewport: enough for six fast drags in a row. */
const margin = 0.5
/** Minimum margin of a resting tile in screen pixels, so that the next move does not begin with an empty edge. */
const restingMargin = 40
/** Minimum and maximum magnification at which a tile is used during a gesture. */
const minMagnification = 0.4
const maxMagnification = 2.5

export const ratioOf = (devicePixelRatio: number): number => Math.min(devicePixelRatio, maxRatio)

const contains = (outer: Box, inner: Box): boolean => {
  // Tolerance for rounding: a thousandth of the inner box.
  const slack = 0.001 * Math.max(1, inner.width, inner.height)
  return (
    outer.x <= inner.x + slack &&
    outer.y <= inner.y + slack &&
    outer.x + outer.width >= inner.x + inner.width - slack &&
    outer.y + outer.height >= inner.y + inner.height - slack
  )
}

const visibleArea = ({ x, y, zoom, width, height }: TileWindow): Box => ({
  x: -x / zoom,
  y: -y / zoom,
  width: width / zoom,
  height: height / zoom,
})

/** The area to paint, including `aside` screen pixels beyond the viewport; null if nothing of the flow is in sight. */
const areaToPaint = (window: TileWindow, bounds: Box, aside: number): Box | null =>
  common(expandBox(visibleArea(window), aside / window.zoom), expandBox(bounds, paintMargin / window.zoom))

/**
 * The tile for a viewport: the viewport with half of its longer side as margin, clipped to the flow's bounds. Its
 * corner is on a device pixel, so that at rest its pixels match the screen's.
 */
export function viewFor(window: TileWindow, bounds: Box): TileView | null {
  const { x, y, zoom, width, height, ratio } = window
  const part = areaToPaint(window, bounds, Math.max(restingMargin, Math.max(width, height) * margin))
  if (part === null) return null
  const snapToDevicePixels = (from: number, length: number, offset: number): [number, number] => {
    const start = Math.floor((offset + from * zoom) * ratio) / ratio
    const end = Math.ceil((offset + (from + length) * zoom) * ratio) / ratio
    return [(start - offset) / zoom, (end - start) / zoom]
  }
  const [left, w] = snapToDevicePixels(part.x, part.width, x)
  const [top, h] = snapToDevicePixels(part.y, part.height, y)
  return { area: { x: left, y: top, width: w, height: h }, zoom, ratio }
}

/** The whole flow, no larger than the viewport. */
export function wholeFlowView({ width, height, ratio }: TileWindow, bounds: Box): TileView {
  const zoom = Math.min(1, width / Math.max(1, bounds.width), height / Math.max(1, bounds.height))
  return { area: expandBox(bounds, paintMargin / zoom), zoom, ratio }
}

/** Whether a tile covers all of the flow that is in the viewport. */
export function coversVisible(view: TileView, window: TileWindow, bounds: Box): boolean {
  const part = areaToPaint(window, bounds, 0)
  return part === null || contains(view.area, part)
}

/** Whether a tile is good enough while the viewport moves. */
export function isUsable(view: TileView, window: TileWindow, bounds: Box): boolean {
  const size = window.zoom / view.zoom
  const isNear = size >= minMagnification && size <= maxMagnification && view.ratio === window.ratio
  return coversVisible(view, window, bounds) && (isNear || areaToPaint(window, bounds, 0) === null)
}

/** Whether a tile is good enough for a resting viewport: the same zoom, aligned pixels, and a margin. */
export function isSharp(view: TileView, window: TileWindow, bounds: Box): boolean {
  const part = areaToPaint(window, bounds, restingMargin)
  if (part === null) return true
  const offset = (window.x + view.area.x * window.zoom) * window.ratio
  const down = (window.y + view.area.y * window.zoom) * window.ratio
  const isOnPixel = Math.abs(offset - Math.round(offset)) < 0.02 && Math.abs(down - Math.round(down)) < 0.02
  return view.zoom === window.zoom && view.ratio === window.ratio && isOnPixel && contains(view.area, part)
}
