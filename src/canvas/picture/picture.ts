import { CanvasPen, rgbOf } from '#canvas/pen/canvas-pen.ts'
import type { Drawing } from '#canvas/paint/drawing.ts'
import type { Colour, ColourPalette } from '#canvas/pen/palette.ts'
import { paintFlow } from '#canvas/paint/paint-flow.ts'
import { writePng } from './png.ts'
import { SvgPen } from '#canvas/pen/svg-pen.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'

/** Maximum width of a bitmap that is drawn in one piece: every browser supports this size. */
const tileWidth = 4096
/** Pixels of a band: 4 million are 16 MB. */
const bandPixels = 4_000_000
const maxBandRows = 2048

export interface PictureOptions {
  /** The visible area, in canvas pixels. */
  area: Box
  /** Pixels of the picture per canvas pixel. */
  scale: number
  palette: ColourPalette
  /** Called with the completed fraction, 0 to 1. */
  onProgress: (done: number) => void
}

const hexOf = (palette: ColourPalette) => (colour: Colour) => {
  const [red = 0, green = 0, blue = 0, alpha = 255] = rgbOf(palette.get(colour) ?? 'transparent')
  const channels = alpha === 255 ? [red, green, blue] : [red, green, blue, alpha]
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function contextOf(width: number, height: number) {
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false, willReadFrequently: true })
  if (context === null) throw new Error('The browser could not create a bitmap. Close other tabs and try again.')
  return context
}

/** The picture as PNG. */
export function pngOf(drawing: Drawing, { area, scale, palette, onProgress }: PictureOptions): Promise<Blob> {
  const [width, height] = [Math.max(1, Math.ceil(area.width * scale)), Math.max(1, Math.ceil(area.height * scale))]
  const bandRows = Math.max(1, Math.min(height, maxBandRows, Math.floor(bandPixels / width)))
  const columns = Math.min(width, tileWidth)
  const context = contextOf(columns, bandRows)
  const pen = new CanvasPen(context, palette)
  const draw = (left: number, top: number) => {
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.fillStyle = palette.get('sunken') ?? 'white'
    context.fillRect(0, 0, columns, bandRows)
    context.setTransform(scale, 0, 0, scale, -left - area.x * scale, -top - area.y * scale)
    const tile = {
      x: area.x + left / scale,
      y: area.y + top / scale,
      width: columns / scale,
      height: bandRows / scale,
    }
    paintFlow(pen, drawing, tile, { zoom: scale, ratio: 1 })
  }
  return writePng(width, height, bandRows, async (top, rows) => {
    onProgress(top / height)
    if (columns === width) {
      draw(0, top)
      return context.getImageData(0, 0, width, rows).data
    }
    const band = new Uint8ClampedArray(width * rows * 4)
    for (let left = 0; left < width; left += columns) {
      draw(left, top)
      const part = Math.min(columns, width - left)
      const { data } = context.getImageData(0, 0, part, rows)
      for (let row = 0; row < rows; row++)
        band.set(data.subarray(row * part * 4, (row + 1) * part * 4), (row * width + left) * 4)
    }
    return band
  })
}

/** The picture as SVG, in canvas units. */
export function svgOf(drawing: Drawing, title: string, { area, palette }: PictureOptions): Blob {
  const measuring = new CanvasPen(contextOf(1, 1), palette)
  const pen = new SvgPen(hexOf(palette), (text, font) => measuring.measure(text, font))
  paintFlow(pen, drawing, area, { zoom: 1, ratio: 1 })
  return new Blob([pen.finish(area, title, 'sunken')], { type: 'image/svg+xml' })
}
