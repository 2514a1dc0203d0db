/** Draws on a bitmap. */
import type { Box, Point } from '#canvas/edge-path.ts'
import type { Glyph } from './icons.ts'
import type { Colour, Look } from './look.ts'
import { fontText, type Corners, type Font, type Pen, type Stroke, type Text } from './pen.ts'

export type Canvas2D = OffscreenCanvasRenderingContext2D

/** lucide's strokes: 1.75 in a box of 24. */
const glyphStroke = 1.75
const glyphBox = 24

/** Widths that are remembered; names of nodes come again with every move of the window. */
const maxWidths = 20_000

/** A grey as bright as the colour; `filter: grayscale(1)` of the page, weights of Rec. 709. */
const greyOf = ([red, green, blue]: readonly number[]): string => {
  const grey = Math.round(0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0))
  return `rgb(${grey} ${grey} ${grey})`
}

export class CanvasPen implements Pen {
  readonly #context: Canvas2D
  readonly #look: Look
  readonly #widths = new Map<string, number>()
  readonly #paths = new Map<Glyph, Path2D>()
  #isGrey = false

  /** The context is set up by the caller: scaled and moved so that canvas pixels come out where they should. */
  constructor(context: Canvas2D, look: Look) {
    this.#context = context
    this.#look = look
  }

  measure(text: string, font: Font): number {
    const name = fontText(font)
    const key = `${name} ${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    this.#context.font = name
    const { width } = this.#context.measureText(text)
    if (this.#widths.size >= maxWidths) this.#widths.clear()
    this.#widths.set(key, width)
    return width
  }

  box({ x, y, width, height }: Box, corners: Corners, fill: Colour | null, stroke?: Stroke): void {
    const context = this.#context
    if (fill !== null) {
      context.fillStyle = this.#css(fill)
      context.beginPath()
      context.roundRect(x, y, width, height, radii(corners, 0))
      context.fill()
    }
    if (stroke === undefined) return
    const inset = stroke.width / 2
    context.beginPath()
    context.roundRect(x + inset, y + inset, width - stroke.width, height - stroke.width, radii(corners, inset))
    this.#stroke(stroke)
  }

  lines(points: readonly Point[], stroke: Stroke): void {
    this.#trace(points)
    this.#stroke(stroke)
  }

  shape(points: readonly Point[], fill: Colour, stroke?: Stroke): void {
    this.#trace(points)
    this.#context.closePath()
    this.#context.fillStyle = this.#css(fill)
    this.#context.fill()
    if (stroke !== undefined) this.#stroke(stroke)
  }

  icon(glyph: Glyph, { x, y, width }: Box, colour: Colour): void {
    const context = this.#context
    context.save()
    context.translate(x, y)
    context.scale(width / glyphBox, width / glyphBox)
    context.strokeStyle = this.#css(colour)
    context.lineWidth = glyphStroke
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.stroke(this.#path(glyph))
    context.restore()
  }

  text({ text, x, y, font, colour, toRight, struck }: Text): void {
    const context = this.#context
    context.font = fontText(font)
    context.fillStyle = this.#css(colour)
    context.textAlign = toRight ? 'right' : 'left'
    context.fillText(text, x, y)
    if (!struck) return
    const width = this.measure(text, font)
    context.fillRect(toRight ? x - width : x, Math.round(y - font.size * 0.31), width, 1)
  }

  faded(alpha: number, draw: () => void): void {
    const before = this.#context.globalAlpha
    this.#context.globalAlpha = before * alpha
    draw()
    this.#context.globalAlpha = before
  }

  grey(draw: () => void): void {
    this.#isGrey = true
    draw()
    this.#isGrey = false
  }

  #css(colour: Colour): string {
    const css = this.#look.get(colour) ?? 'transparent'
    return this.#isGrey ? greyOf(rgbOf(css)) : css
  }

  #trace(points: readonly Point[]): void {
    this.#context.beginPath()
    for (const { x, y } of points) this.#context.lineTo(x, y)
  }

  #stroke({ colour, width, dash = [] }: Stroke): void {
    const context = this.#context
    context.strokeStyle = this.#css(colour)
    context.lineWidth = width
    context.lineJoin = 'round'
    context.setLineDash([...dash])
    context.stroke()
    if (dash.length > 0) context.setLineDash([])
  }

  #path(glyph: Glyph): Path2D {
    const known = this.#paths.get(glyph)
    if (known !== undefined) return known
    const path = new Path2D()
    // One by one: a path that begins with "m" begins where it says, not where another one ended.
    for (const part of glyph) path.addPath(new Path2D(part))
    this.#paths.set(glyph, path)
    return path
  }
}

const radii = (corners: Corners, inset: number): number[] =>
  (typeof corners === 'number' ? [corners] : [...corners]).map((radius) => Math.max(0, radius - inset))

const seen = new Map<string, number[]>()

/** Red, green, blue and alpha, 0 to 255, of any colour that CSS knows: a canvas works it out. */
export function rgbOf(css: string): number[] {
  const before = seen.get(css)
  if (before !== undefined) return before
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (context === null) return [0, 0, 0, 255]
  context.fillStyle = css
  context.fillRect(0, 0, 1, 1)
  const rgb = [...context.getImageData(0, 0, 1, 1).data]
  seen.set(css, rgb)
  return rgb
}
