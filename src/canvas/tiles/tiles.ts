import { restDelayMs } from './watch-viewport.ts'
import type { Emphasis } from '#canvas/model/emphasis.ts'
import { readFonts } from '#canvas/pen/fonts.ts'
import { readPalette } from '#canvas/pen/read-palette.ts'
import { coversVisible, isSharp, isUsable, viewFor, wholeFlowView, type TileWindow } from './tile-cover.ts'
import type { TileAnswer, TileRequest, TileView } from './tile-messages.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'
import type { HitAreas } from '#canvas/scene/scene.ts'

/** Maximum magnification of the whole-flow bitmap. */
const maxStretch = 40

/** A bitmap on the page, and its area. */
class Sheet {
  readonly #canvas: HTMLCanvasElement
  readonly #context: ImageBitmapRenderingContext | null
  view: TileView | null = null

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
    this.#context = canvas.getContext('bitmaprenderer', { alpha: false })
  }

  show(bitmap: ImageBitmap, view: TileView): void {
    const canvas = this.#canvas
    // Setting a size clears the canvas, so it is only set when it changes.
    if (canvas.width !== bitmap.width) canvas.width = bitmap.width
    if (canvas.height !== bitmap.height) canvas.height = bitmap.height
    canvas.style.width = `${bitmap.width / view.ratio}px`
    canvas.style.height = `${bitmap.height / view.ratio}px`
    this.#context?.transferFromImageBitmap(bitmap)
    this.view = view
  }

  moveTo({ x, y, zoom }: TileWindow): void {
    if (this.view === null) return
    const { area, zoom: painted } = this.view
    const [left, top] = [x + area.x * zoom, y + area.y * zoom]
    this.#canvas.style.transform = `translate(${left}px, ${top}px) scale(${zoom / painted})`
  }

  set isVisible(isVisible: boolean) {
    this.#canvas.style.visibility = isVisible ? '' : 'hidden'
  }
}

export interface TilesOptions {
  /** Two canvases: the whole flow below, the part near the viewport above. */
  wholeCanvas: HTMLCanvasElement
  nearCanvas: HTMLCanvasElement
  /** The minimap. */
  map: HTMLCanvasElement
  /** The view of the map; painted whenever emphasis or colours change. */
  mapView: TileView
  /** A port to the flow's painter, not shared with others. */
  painter: MessagePort
  /** Bounds of the flow, in canvas pixels. */
  bounds: Box
  emphasis: Emphasis
  /** The current viewport; null while it has no size. */
  currentWindow: () => TileWindow | null
  /** Called with the hit areas of the bitmap that is shown near the viewport. */
  onHitAreas: (areas: HitAreas) => void
  /** Called once the first bitmap is on the page. */
  onShown: () => void
  /** Called with a message if painting is not possible. */
  onFailed: (message: string) => void
}

export class Tiles {
  readonly #options: TilesOptions
  readonly #whole: Sheet
  readonly #near: Sheet
  readonly #map: Sheet
  #emphasis: Emphasis
  /** The pending request. */
  #pending: 'near' | 'whole' | null = null
  #isShown = false
  /** The bitmaps are outdated: another theme or emphasis. */
  #isStale = false
  #isWholeStale = true
  #restTimer: ReturnType<typeof setTimeout> | null = null

  constructor(options: TilesOptions) {
    this.#options = options
    this.#emphasis = options.emphasis
    this.#whole = new Sheet(options.wholeCanvas)
    this.#near = new Sheet(options.nearCanvas)
    this.#map = new Sheet(options.map)
    const { painter } = options
    painter.addEventListener('message', ({ data }: MessageEvent<TileAnswer>) => this.#handle(data))
    painter.start()
    this.#post({
      kind: 'open',
      palette: readPalette(),
      emphasis: options.emphasis,
      fonts: readFonts(),
    })
    this.move()
    this.#requestMap()
  }

  /** To be called when the viewport moves or its size changes. */
  move(): void {
    const window = this.#options.currentWindow()
    if (window === null) return
    this.#position(window)
    if (this.#near.view === null || !isUsable(this.#near.view, window, this.#bounds)) this.#requestTile(window)
    if (this.#restTimer !== null) clearTimeout(this.#restTimer)
    this.#restTimer = setTimeout(() => this.#sharpen(), restDelayMs)
  }

  /** To be called when colours change. */
  recolour(): void {
    this.#post({ kind: 'palette', palette: readPalette() })
    this.#refresh()
  }

  /** To be called when the bitmaps were discarded, or would look different now. */
  repaint(): void {
    this.#refresh()
  }

  setEmphasis(emphasis: Emphasis): void {
    if (emphasis === this.#emphasis) return
    this.#emphasis = emphasis
    this.#post({ kind: 'emphasis', emphasis })
    this.#refresh()
  }

  end(): void {
    if (this.#restTimer !== null) clearTimeout(this.#restTimer)
    this.#post({ kind: 'end' })
    this.#options.painter.close()
  }

  get #bounds(): Box {
    return this.#options.bounds
  }

  #post(request: TileRequest): void {
    this.#options.painter.postMessage(request)
  }

  #position(window: TileWindow): void {
    this.#whole.moveTo(window)
    this.#near.moveTo(window)
    // The whole-flow bitmap fills the area outside the near one; at high zoom it would be stretched too far.
    const { view } = this.#near
    const doesReach = view !== null && coversVisible(view, window, this.#bounds)
    this.#whole.isVisible = !doesReach && this.#whole.view !== null && window.zoom / this.#whole.view.zoom < maxStretch
  }

  #requestMap(): void {
    this.#post({ kind: 'map', view: this.#options.mapView })
  }

  #refresh(): void {
    this.#isStale = true
    this.#isWholeStale = true
    this.#requestMap()
    const window = this.#options.currentWindow()
    if (window !== null) this.#requestTile(window)
  }

  /** Requests a tile, one at a time: its answer triggers the request for the newest viewport. */
  #requestTile(window: TileWindow): void {
    if (this.#pending !== null) return
    const view = viewFor(window, this.#bounds)
    if (view === null) return
    this.#pending = 'near'
    this.#isStale = false
    this.#post({ kind: 'view', view, dots: true })
  }

  /** Requests the whole-flow bitmap, when no other request is needed. */
  #requestWhole(window: TileWindow): void {
    this.#pending = 'whole'
    this.#isWholeStale = false
    this.#post({ kind: 'view', view: wholeFlowView(window, this.#bounds), dots: false })
  }

  #sharpen(): void {
    this.#restTimer = null
    const window = this.#options.currentWindow()
    if (window === null) return
    const { view } = this.#near
    if (view === null || this.#isStale || !isSharp(view, window, this.#bounds)) this.#requestTile(window)
  }

  #handle(answer: TileAnswer): void {
    if (answer.kind === 'failed') this.#options.onFailed(answer.message)
    else if (answer.kind === 'stale') this.#refresh()
    else if (answer.kind === 'map') this.#map.show(answer.bitmap, answer.view)
    else this.#show(answer)
  }

  #show({ bitmap, view, hitAreas }: Extract<TileAnswer, { kind: 'tile' }>): void {
    const sheet = this.#pending === 'whole' ? this.#whole : this.#near
    if (sheet === this.#near) this.#options.onHitAreas(hitAreas)
    this.#pending = null
    sheet.show(bitmap, view)
    const window = this.#options.currentWindow()
    if (window === null) return
    this.#position(window)
    const { view: near } = this.#near
    const doesServe = near !== null && isUsable(near, window, this.#bounds)
    if (!this.#isShown && doesServe) {
      this.#isShown = true
      this.#options.onShown()
    }
    if (this.#isStale || !doesServe || (this.#restTimer === null && !isSharp(near, window, this.#bounds)))
      this.#requestTile(window)
    else if (this.#isWholeStale) this.#requestWhole(window)
  }
}
