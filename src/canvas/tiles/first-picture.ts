/** The first picture of a flow, painted where the flow is held: for a page that has no framework yet. */
import type { CanvasGraph } from '#canvas/model/canvas-graph.ts'
import { firstView, onPixels } from '#canvas/scene/first-view.ts'
import { noEmphasis } from '#canvas/model/emphasis.ts'
import { drawingIn } from '#canvas/paint/drawing.ts'
import { addFonts, type FontSource } from '#canvas/pen/fonts.ts'
import { CanvasPen } from '#canvas/pen/canvas-pen.ts'
import { loadDrawingFontsSoon } from '#canvas/paint/drawing-fonts.ts'
import type { ColourPalette } from '#canvas/pen/palette.ts'
import { contextOf, paintView, bitmapSizeOf } from './paint-view.ts'
import { layoutColumnsOf } from '#canvas/scene/scene-of.ts'

/** Where it will stand, in screen pixels, and what it is painted with. */
export interface PictureFrame {
  width: number
  height: number
  /** Device pixels for a screen pixel. */
  ratio: number
  look: ColourPalette
  fonts: readonly FontSource[]
}

export interface FirstPicture {
  bitmap: ImageBitmap
  nodes: number
  x: number
  y: number
  zoom: number
}

/** The flow as its canvas will open, exactly as large as its window. Rejects where there is no room for a bitmap. */
export async function firstPicture(graph: CanvasGraph, frame: PictureFrame): Promise<FirstPicture> {
  const { width, height, ratio, look, fonts } = frame
  const drawing = drawingIn(graph)
  addFonts(fonts)
  // Fonts that are late come with the next picture: the canvas has its own soon.
  await loadDrawingFontsSoon(drawing, () => {})
  const { x, y, zoom } = onPixels(firstView(layoutColumnsOf(graph), { width, height }), ratio)
  const view = { area: { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom }, zoom, ratio }
  const context = contextOf(...bitmapSizeOf(view))
  const dress = noEmphasis(graph.nodes.length, graph.edges.length)
  const bitmap = paintView({ context, pen: new CanvasPen(context, look) }, { drawing, dress, look }, view, true)
  return { bitmap, nodes: graph.nodes.length, x, y, zoom }
}
