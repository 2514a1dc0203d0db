/** Paints parts of one flow as bitmaps, in the worker that holds it, for the other end of a port. */
import type { CanvasGraph } from '#canvas/model/canvas-graph.ts'
import { CanvasPen } from '#canvas/pen/canvas-pen.ts'
import { cachedDrawing, type Drawing } from '#canvas/paint/drawing.ts'
import { noEmphasis, type Emphasis } from '#canvas/model/emphasis.ts'
import { hitAreas } from '#canvas/paint/names/hit-areas.ts'
import { addFonts } from '#canvas/pen/fonts.ts'
import { loadDrawingFontsSoon } from '#canvas/paint/drawing-fonts.ts'
import type { ColourPalette } from '#canvas/pen/palette.ts'
import { paintMap } from './paint-mini-map.ts'
import { contextOf, paintView, bitmapSizeOf } from './paint-view.ts'
import type { TileAnswer, TileRequest, TileView } from './tile-messages.ts'

type Context = OffscreenCanvasRenderingContext2D

export class TilePainter {
  readonly #port: MessagePort
  readonly #drawing: Drawing
  #palette: ColourPalette = new Map()
  #emphasis: Emphasis
  #pen: { pen: CanvasPen; context: Context } | null = null
  /** Serializes the work: a view that arrives while fonts load waits for them. */
  #last: Promise<void> = Promise.resolve()

  constructor(port: MessagePort, graph: CanvasGraph) {
    this.#port = port
    this.#drawing = cachedDrawing(graph)
    this.#emphasis = noEmphasis(graph.nodes.length, graph.edges.length)
    port.addEventListener('message', ({ data }: MessageEvent<TileRequest>) => {
      this.#last = this.#last
        .then(() => this.#handle(data))
        .catch((problem: unknown) =>
          this.#post({ kind: 'failed', message: problem instanceof Error ? problem.message : String(problem) }),
        )
    })
    port.start()
  }

  #post(answer: TileAnswer, transfer: Transferable[] = []): void {
    this.#port.postMessage(answer, transfer)
  }

  async #handle(request: TileRequest): Promise<void> {
    if (request.kind === 'open') await this.#open(request)
    else if (request.kind === 'palette') {
      this.#palette = request.palette
      this.#pen = null
    } else if (request.kind === 'emphasis') this.#emphasis = request.emphasis
    else if (request.kind === 'view') this.#paint(request.view, request.dots)
    else if (request.kind === 'map') this.#paintMap(request.view)
    else this.#port.close()
  }

  async #open({ palette, emphasis, fonts }: Extract<TileRequest, { kind: 'open' }>): Promise<void> {
    this.#palette = palette
    this.#emphasis = emphasis
    addFonts(fonts)
    await loadDrawingFontsSoon(this.#drawing, () => {
      this.#pen = null
      this.#post({ kind: 'stale' })
    })
  }

  /** A canvas of this size; reused while the size stays the same. */
  #penFor(width: number, height: number): { pen: CanvasPen; context: Context } {
    if (this.#pen !== null) {
      const { canvas } = this.#pen.context
      // The GPU may have discarded it.
      const isThere = !this.#pen.context.isContextLost()
      if (isThere && canvas.width === width && canvas.height === height) return this.#pen
    }
    const context = contextOf(width, height)
    this.#pen = { context, pen: new CanvasPen(context, this.#palette) }
    return this.#pen
  }

  #paint(view: TileView, dots: boolean): void {
    const on = this.#penFor(...bitmapSizeOf(view))
    const { bitmap, places } = paintView(
      on,
      { drawing: this.#drawing, emphasis: this.#emphasis, palette: this.#palette },
      view,
      dots,
    )
    this.#post({ kind: 'tile', bitmap, view, hitAreas: hitAreas(this.#drawing, places, { ...view, pen: on.pen }) }, [
      bitmap,
    ])
  }

  #paintMap(view: TileView): void {
    const context = contextOf(...bitmapSizeOf(view))
    paintMap(context, this.#drawing, this.#emphasis, this.#palette, view)
    const bitmap = context.canvas.transferToImageBitmap()
    this.#post({ kind: 'map', bitmap, view }, [bitmap])
  }
}
