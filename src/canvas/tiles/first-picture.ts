/** First picture of a flow, painted in the worker that holds it: for a page whose framework has not loaded yet. */
import type { CanvasGraph } from '#canvas/model/canvas-graph.ts'
import { onPixels } from '#canvas/scene/viewport.ts'
import type { ViewFigures, ViewQuestion } from '#canvas/scene/viewport.ts'
import { noEmphasis } from '#canvas/model/emphasis.ts'
import { cachedDrawing } from '#canvas/paint/drawing.ts'
import { addFonts, type FontSource } from '#canvas/pen/fonts.ts'
import { CanvasPen } from '#canvas/pen/canvas-pen.ts'
import { loadDrawingFontsSoon } from '#canvas/paint/drawing-fonts.ts'
import type { ColourPalette } from '#canvas/pen/palette.ts'
import { canvasView } from './canvas-view.ts'
import { contextOf, paintView, bitmapSizeOf } from './paint-view.ts'
import type { ViewChoices } from './view-choices.ts'

/** Size of the picture in screen pixels, and its colours and fonts. */
export interface PictureFrame {
  width: number
  height: number
  /** Device pixels per screen pixel. */
  ratio: number
  palette: ColourPalette
  fonts: readonly FontSource[]
  /** What the user chose to see of this flow. */
  choices: ViewChoices
}

export interface FirstPicture {
  bitmap: ImageBitmap
  nodes: number
  x: number
  y: number
  zoom: number
  figures: ViewFigures
}

/** The flow in the initial viewport of its canvas, in the same size. Rejects if there is no memory for a bitmap. */
export async function firstPicture(
  graph: CanvasGraph,
  frame: Omit<PictureFrame, 'choices'>,
  chosen: ViewQuestion['chosen'],
): Promise<FirstPicture> {
  const { width, height, ratio, palette, fonts } = frame
  const drawing = cachedDrawing(graph)
  addFonts(fonts)
  // Does not wait for late fonts: the canvas soon paints its own picture.
  await loadDrawingFontsSoon(drawing, () => {})
  const question = { width, height, chosen }
  const first = canvasView(graph, question, new CanvasPen(contextOf(1, 1), palette))
  const { x, y, zoom } = onPixels(first, ratio)
  const view = { area: { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom }, zoom, ratio }
  const context = contextOf(...bitmapSizeOf(view))
  const emphasis = noEmphasis(graph.nodes.length, graph.edges.length)
  const { bitmap } = paintView(
    { context, pen: new CanvasPen(context, palette) },
    { drawing, emphasis, palette },
    view,
    true,
  )
  return { bitmap, nodes: graph.nodes.length, x, y, zoom, figures: first.figures }
}
