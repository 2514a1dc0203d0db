/** A part of a flow as a bitmap, including its background. */
import { gridGap } from '#canvas/geometry/detail.ts'
import type { CanvasPen } from '#canvas/pen/canvas-pen.ts'
import type { Drawing } from '#canvas/paint/drawing.ts'
import type { Emphasis } from '#canvas/model/emphasis.ts'
import type { ColourPalette } from '#canvas/pen/palette.ts'
import type { NamePlaces } from '#canvas/paint/names/name-boxes.ts'
import { paintFlow } from '#canvas/paint/paint-flow.ts'
import type { TileView } from './tile-messages.ts'

/** Side of a dot of the background, in screen pixels. */
const dotSize = 2

type Context = OffscreenCanvasRenderingContext2D

/** The background is part of the bitmap, because a tile hides what is below it. */
function paintBackground(
  context: Context,
  palette: ColourPalette,
  { area, zoom, ratio }: TileView,
  dots: boolean,
): void {
  const { width, height } = context.canvas
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = palette.get('sunken') ?? 'white'
  context.fillRect(0, 0, width, height)
  if (!dots) return
  context.fillStyle = palette.get('grid-dot') ?? 'transparent'
  const gap = gridGap(zoom)
  const size = dotSize * ratio
  const first = (from: number) => (Math.ceil((from * zoom) / gap - 0.5) + 0.5) * gap - from * zoom
  for (let y = first(area.y); y * ratio < height; y += gap)
    for (let x = first(area.x); x * ratio < width; x += gap)
      context.fillRect(Math.round(x * ratio - size / 2), Math.round(y * ratio - size / 2), size, size)
}

/** Width and height of a view's bitmap, in device pixels. */
export const bitmapSizeOf = ({ area, zoom, ratio }: TileView): [number, number] => [
  Math.max(1, Math.round(area.width * zoom * ratio)),
  Math.max(1, Math.round(area.height * zoom * ratio)),
]

export function contextOf(width: number, height: number): Context {
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false })
  if (context === null) throw new Error('The browser could not create a bitmap. Close other tabs and reload the page.')
  return context
}

/** `dots`: paints the dots of the background, which only fit the zoom that they are painted for. */
export function paintView(
  { context, pen }: { context: Context; pen: CanvasPen },
  { drawing, emphasis, palette }: { drawing: Drawing; emphasis: Emphasis; palette: ColourPalette },
  view: TileView,
  dots: boolean,
): { bitmap: ImageBitmap; places: NamePlaces | null } {
  const { area, zoom, ratio } = view
  const scale = zoom * ratio
  paintBackground(context, palette, view, dots)
  context.setTransform(scale, 0, 0, scale, -area.x * scale, -area.y * scale)
  const places = paintFlow(pen, drawing, area, { zoom, ratio }, emphasis)
  return { bitmap: context.canvas.transferToImageBitmap(), places }
}
