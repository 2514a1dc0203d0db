import { restMs } from './watch-viewport.ts'
import type { Emphasis } from '#canvas/model/emphasis.ts'
import { readFonts } from '#canvas/pen/fonts.ts'
import { readPalette } from '#canvas/pen/read-palette.ts'
import { holdsSeen, isSharp, serves, viewFor, wholeFor, type TileWindow } from './tile-cover.ts'
import type { TileAnswer, TileRequest, TileView } from './tile-messages.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'

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

  place({ x, y, zoom }: TileWindow): void {
    if (this.view === null) return
    const { area, zoom: painted } = this.view
    const [left, top] = [x + area.x * zoom, y + area.y * zoom]
    this.#canvas.style.transform = `translate(${left}px, ${top}px) scale(${zoom / painted})`
  }

  set isSeen(seen: boolean) {
    this.#canvas.style.visibility = seen ? '' : 'hidden'
  }
}

export interface TilesOptions {
  /** Two canvases: the whole flow below, the part near the viewport above. */
  whole: HTMLCanvasElement
  near: HTMLCanvasElement
  /** The minimap. */
  map: HTMLCanvasElement
  /** The view of the map; painted whenever emphasis or colours change. */
  mapView: TileView
  /** A port to the flow's painter, not shared with others. */
  painter: MessagePort
  /** Bounds of the flow, in canvas pixels. */
  bounds: Box
  dress: Emphasis
  /** The current viewport; null while it has no size. */
  windowNow: () => TileWindow | null
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
  #dress: Emphasis
  /** The pending request. */
  #asked: 'near' | 'whole' | null = null
  #isShown = false
  /** The bitmaps are outdated: another theme or emphasis. */
  #isStale = false
  #isWholeStale = true
  #rest: ReturnType<typeof setTimeout> | null = null

  constructor(options: TilesOptions) {
    this.#options = options
    this.#dress = options.dress
    this.#whole = new Sheet(options.whole)
    this.#near = new Sheet(options.near)
    this.#map = new Sheet(options.map)
    const { painter } = options
    painter.addEventListener('message', ({ data }: MessageEvent<TileAnswer>) => this.#take(data))
    painter.start()
    this.#say({
      kind: 'open',
      look: readPalette(),
      dress: options.dress,
      fonts: readFonts(),
    })
    this.move()
    this.#askMap()
  }

  /** To be called when the viewport moves or its size changes. */
  move(): void {
    const window = this.#options.windowNow()
    if (window === null) return
    this.#place(window)
    if (this.#near.view === null || !serves(this.#near.view, window, this.#bounds)) this.#ask(window)
    if (this.#rest !== null) clearTimeout(this.#rest)
    this.#rest = setTimeout(() => this.#settle(), restMs)
  }

  /** To be called when colours change. */
  recolour(): void {
    this.#say({ kind: 'look', look: readPalette() })
    this.#refresh()
  }

  /** To be called when the bitmaps were discarded, or would look different now. */
  repaint(): void {
    this.#refresh()
  }

  dress(dress: Emphasis): void {
    if (dress === this.#dress) return
    this.#dress = dress
    this.#say({ kind: 'dress', dress })
    this.#refresh()
  }

  end(): void {
    if (this.#rest !== null) clearTimeout(this.#rest)
    this.#say({ kind: 'end' })
    this.#options.painter.close()
  }

  get #bounds(): Box {
    return this.#options.bounds
  }

  #say(request: TileRequest): void {
    this.#options.painter.postMessage(request)
  }

  #place(window: TileWindow): void {
    this.#whole.place(window)
    this.#near.place(window)
    // The whole-flow bitmap fills the area outside the near one; at high zoom it would be stretched too far.
    const { view } = this.#near
    const doesReach = view !== null && holdsSeen(view, window, this.#bounds)
    this.#whole.isSeen = !doesReach && this.#whole.view !== null && window.zoom / this.#whole.view.zoom < maxStretch
  }

  #askMap(): void {
    this.#say({ kind: 'map', view: this.#options.mapView })
  }

  #refresh(): void {
    this.#isStale = true
    this.#isWholeStale = true
    this.#askMap()
    const window = this.#options.windowNow()
    if (window !== null) this.#ask(window)
  }

  /** Requests a tile, one at a time: its answer triggers the request for the newest viewport. */
  #ask(window: TileWindow): void {
    if (this.#asked !== null) return
    const view = viewFor(window, this.#bounds)
    if (view === null) return
    this.#asked = 'near'
    this.#isStale = false
    this.#say({ kind: 'view', view, dots: true })
  }

  /** Requests the whole-flow bitmap, when no other request is needed. */
  #askWhole(window: TileWindow): void {
    this.#asked = 'whole'
    this.#isWholeStale = false
    this.#say({ kind: 'view', view: wholeFor(window, this.#bounds), dots: false })
  }

  #settle(): void {
    this.#rest = null
    const window = this.#options.windowNow()
    if (window === null) return
    const { view } = this.#near
    if (view === null || this.#isStale || !isSharp(view, window, this.#bounds)) this.#ask(window)
  }

  #take(answer: TileAnswer): void {
    if (answer.kind === 'failed') this.#options.onFailed(answer.message)
    else if (answer.kind === 'stale') this.#refresh()
    else if (answer.kind === 'map') this.#map.show(answer.bitmap, answer.view)
    else this.#show(answer)
  }

  #show({ bitmap, view }: Extract<TileAnswer, { kind: 'tile' }>): void {
    const sheet = this.#asked === 'whole' ? this.#whole : this.#near
    this.#asked = null
    sheet.show(bitmap, view)
    const window = this.#options.windowNow()
    if (window === null) return
    this.#place(window)
    const { view: near } = this.#near
    const doesServe = near !== null && serves(near, window, this.#bounds)
    if (!this.#isShown && doesServe) {
      this.#isShown = true
      this.#options.onShown()
    }
    if (this.#isStale || !doesServe || (this.#rest === null && !isSharp(near, window, this.#bounds))) this.#ask(window)
    else if (this.#isWholeStale) this.#askWhole(window)
  }
}
