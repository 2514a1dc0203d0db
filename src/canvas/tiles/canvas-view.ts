/**
 * The viewport that a canvas chooses automatically, computed in the worker that holds the flow: whether names are
 * readable depends on their widths. The early picture and the page ask the same function.
 */
import type { CanvasGraph } from '#canvas/model/canvas-graph.ts'
import { cachedDrawing, isStep, type Drawing } from '#canvas/paint/drawing.ts'
import { namesInView } from '#canvas/paint/names/readable-names.ts'
import { loadDrawingFontsSoon } from '#canvas/paint/drawing-fonts.ts'
import { CanvasPen } from '#canvas/pen/canvas-pen.ts'
import { addFonts, type FontSource } from '#canvas/pen/fonts.ts'
import type { Pen } from '#canvas/pen/pen.ts'
import { firstView } from '#canvas/scene/first-view.ts'
import type { CanvasView, Size, ViewFigures, Viewport, ViewQuestion } from '#canvas/scene/viewport.ts'
import { viewColumnsOf } from '#canvas/scene/scene-of.ts'
import { contextOf } from './paint-view.ts'

/** Counts the readable names in a viewport, and those of them that overlap another one. */
export type NameCounter = (
  drawing: Drawing,
  view: Viewport & Size,
  pen: Pick<Pen, 'measure'>,
) => Pick<ViewFigures, 'names' | 'overlapped'>

/** The last answer for each flow. */
const lastViews = new WeakMap<CanvasGraph, { key: string; view: CanvasView }>()

/** The view for a size. The same question has the same answer, even if fonts were loaded in between. */
export function canvasView(
  graph: CanvasGraph,
  { width, height, chosen }: ViewQuestion,
  pen: Pick<Pen, 'measure'>,
  counter: NameCounter = namesInView,
): CanvasView {
  const key = `${width} ${height} ${chosen ?? ''}`
  const last = lastViews.get(graph)
  if (last?.key === key) return last.view
  const drawing = cachedDrawing(graph)
  const count = (viewport: Viewport) => counter(drawing, { ...viewport, width, height }, pen)
  const steps = drawing.nodes.filter(isStep)
  const view = firstView(viewColumnsOf(graph, drawing.edges), { width, height }, chosen, {
    steps: steps.length,
    count: (viewport) => count(viewport).names,
  })
  const figures = {
    steps: steps.length,
    ...count(view),
    plain: steps.filter(({ visual }) => visual.id === 'other').length,
    problems: steps.filter(({ problem }) => problem === 'error').length,
  }
  const answer = { ...view, figures }
  lastViews.set(graph, { key, view: answer })
  return answer
}

/** The same for a page, with its fonts. Does not wait for late ones. */
export async function measuredCanvasView(
  graph: CanvasGraph,
  { fonts, ...question }: ViewQuestion & { fonts: readonly FontSource[] },
): Promise<CanvasView> {
  addFonts(fonts)
  await loadDrawingFontsSoon(cachedDrawing(graph), () => {})
  return canvasView(graph, question, new CanvasPen(contextOf(1, 1), new Map()))
}
