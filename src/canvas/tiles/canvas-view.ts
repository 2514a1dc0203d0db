/**
 * The viewport that a canvas chooses automatically, computed in the worker that holds the flow: whether names are
 * readable depends on their widths. The early picture and the page ask the same function.
 */
import type { CanvasGraph } from '#canvas/model/canvas-graph.ts'
import { cachedDrawing, isStep, type Drawing } from '#canvas/paint/drawing.ts'
import { namesInView, shareOfNames } from '#canvas/paint/names/readable-names.ts'
import { loadDrawingFontsSoon } from '#canvas/paint/drawing-fonts.ts'
import { CanvasPen } from '#canvas/pen/canvas-pen.ts'
import { addFonts, type FontSource } from '#canvas/pen/fonts.ts'
import type { Pen } from '#canvas/pen/pen.ts'
import { firstView } from '#canvas/scene/first-view.ts'
import type { CanvasView, Size, ViewFigures, Viewport, ViewQuestion } from '#canvas/scene/viewport.ts'
import { viewColumnsOf } from '#canvas/scene/scene-of.ts'
import { contextOf } from './paint-view.ts'

/** Reads the names of a drawing as they are painted. */
export interface NameReader {
  /** Share of the steps, 0 to 1, whose name is readable at a zoom, in the whole flow. */
  share: (drawing: Drawing, zoom: number, pen: Pick<Pen, 'measure'>) => number
  /** Readable names in a viewport, and those of them that overlap another one. */
  count: (
    drawing: Drawing,
    view: Viewport & Size,
    pen: Pick<Pen, 'measure'>,
  ) => Pick<ViewFigures, 'names' | 'overlapped'>
}

const paintedNames: NameReader = { share: shareOfNames, count: namesInView }

/** The last answer for each flow. */
const lastViews = new WeakMap<CanvasGraph, { key: string; view: CanvasView }>()

/** The view for a size. The same question has the same answer, even if fonts were loaded in between. */
export function canvasView(
  graph: CanvasGraph,
  { width, height, chosen }: ViewQuestion,
  pen: Pick<Pen, 'measure'>,
  names: NameReader = paintedNames,
): CanvasView {
  const key = `${width} ${height} ${chosen ?? ''}`
  const last = lastViews.get(graph)
  if (last?.key === key) return last.view
  const drawing = cachedDrawing(graph)
  const columns = viewColumnsOf(graph, drawing.edges)
  const view = firstView(columns, { width, height }, chosen, (zoom) => names.share(drawing, zoom, pen))
  const steps = drawing.nodes.filter(isStep)
  const figures = {
    steps: steps.length,
    ...names.count(drawing, { ...view, width, height }, pen),
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
