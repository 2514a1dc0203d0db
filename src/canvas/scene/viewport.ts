/** Viewports of the canvas: types and functions that page and worker share. Pure. */
import { paintMargin, type Box } from '#canvas/geometry/box-geometry.ts'

/** Minimum zoom: a chain of 50,000 nodes is then about 800 px wide. */
export const minZoom = 0.00005
/** Maximum padding on each side of a whole flow, as a fraction of the viewport: it is what names need beyond its bounds. */
const maxPadding = 0.2
/** Maximum zoom when a flow is fitted automatically. */
const largest = 1

/** React Flow's viewport: the position of the canvas's origin, and screen pixels per canvas pixel. */
export interface Viewport {
  x: number
  y: number
  zoom: number
}

export interface Size {
  width: number
  height: number
}

/** What of a flow a viewport shows. */
export type ViewPart = 'whole' | 'start'

export interface PartView extends Viewport {
  part: ViewPart
}

/** What can be read in a viewport; part of the mark `flow:fitted`. */
export interface ViewFigures {
  /** Steps of the flow, and how many of them have a readable name in the viewport. */
  steps: number
  names: number
  /** Names that overlap another one in the viewport. */
  overlapped: number
  /** Steps of the flow whose kind is unknown, and steps with an error. */
  plain: number
  problems: number
}

export interface CanvasView extends PartView {
  figures: ViewFigures
}

export interface ViewQuestion extends Size {
  /** What the user chose to see of this flow; null = nothing. */
  chosen: ViewPart | null
}

/** The viewport that shows a part of the flow, centred. */
export function canvasViewOf(bounds: Box, { width, height }: Size): Viewport {
  const room = (side: number) => side - 2 * Math.min(paintMargin, maxPadding * side)
  const part = Math.min(room(width) / Math.max(1, bounds.width), room(height) / Math.max(1, bounds.height))
  const zoom = Math.min(largest, Math.max(minZoom, part))
  return {
    x: width / 2 - (bounds.x + bounds.width / 2) * zoom,
    y: height / 2 - (bounds.y + bounds.height / 2) * zoom,
    zoom,
  }
}

/** A viewport aligned to whole device pixels: mounted and painted elements then coincide. */
export const onPixels = ({ x, y, zoom }: Viewport, ratio: number): Viewport => ({
  x: Math.round(x * ratio) / ratio,
  y: Math.round(y * ratio) / ratio,
  zoom,
})
