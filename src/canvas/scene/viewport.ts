/** Viewports of the canvas: types that page and worker share. */

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
