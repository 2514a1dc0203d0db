import { drawDensity } from './density.ts'
import { renewed } from './fonts.ts'
import type { Glyph } from './kind-glyphs.ts'
import { defaultDimOpacity, type Colour, type ColourPalette } from './palette.ts'
import {
  fontText,
  iconStroke,
  patternGap,
  type Corners,
  type Font,
  type Pattern,
  type Pen,
  type Stroke,
  type PenText,
} from './pen.ts'
import type { Point, Box } from '#canvas/geometry/box-geometry.ts'

export type Canvas2D = OffscreenCanvasRenderingContext2D

/** Side of the box of icons. */
const glyphBox = 24

/** Maximum cached text widths; names of nodes are measured again with each move of the viewport. */
const maxWidths = 20_000

/** A grey with the luminance of the colour; `filter: grayscale(1)` of CSS, weights of Rec. 709. */
const greyOf = ([red, green, blue]: readonly number[]): string => {
  const grey = Math.round(0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0))
  return `rgb(${grey} ${grey} ${grey})`
}

/** A colour blended with a background at this opacity. */
const mixed = (colour: readonly number[], ground: readonly number[], alpha: number): string => {
  const [red, green, blue] = [0, 1, 2].map((at) => (colour[at] ?? 0) * alpha + (ground[at] ?? 0) * (1 - alpha))
  return `rgb(${red} ${green} ${blue})`
}

/** Radius of the dots of a pattern. */
const dotRadius = 1.1

/** Top of a strikethrough line for a text with baseline `y`. */
const strikeLine = (y: number, { size }: Font): number => Math.round(y - size * 0.37)

export class CanvasPen implements Pen {
  readonly #context: Canvas2D
  readonly #palette: ColourPalette
  readonly #widths = new Map<string, number>()
  readonly #paths = new Map<Glyph, Path2D>()
  #isGrey = false
  /** Image of `hairlines`, as large as the context. */
  #layer: { target: Canvas2D; image: ImageData } | null = null
  /** If set, colours are blended with this background. */
  #mix: { alpha: number; ground: readonly number[] } | null = null

  /** The caller scales and translates the context so that canvas pixels are drawn at the right place. */
  constructor(context: Canvas2D, look: ColourPalette) {
    this.#context = context
    this.#palette = look
  }

  measure(text: string, font: Font): number {
    const name = renewed(fontText(font))
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

  hairlines(lines: readonly (readonly Point[])[], { colour }: Stroke, alpha: number): void {
    const context = this.#context
    const { width, height } = context.canvas
    // Kept for the next picture: a new one takes longer than the lines of a flow of 2,000 nodes.
    if (this.#layer?.image.width !== width || this.#layer.image.height !== height) {
      const target = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
      if (target === null) return
      this.#layer = { target, image: new ImageData(width, height) }
    }
    const { target, image } = this.#layer
    drawDensity(image, lines, context.getTransform(), rgbOf(this.#css(colour)), alpha)
    target.putImageData(image, 0, 0)
    context.save()
    context.resetTransform()
    context.drawImage(target.canvas, 0, 0)
    context.restore()
  }

  polygon(points: readonly Point[], fill: Colour, stroke?: Stroke): void {
    this.#trace(points)
    this.#context.closePath()
    this.#context.fillStyle = this.#css(fill)
    this.#context.fill()
    if (stroke !== undefined) this.#stroke(stroke)
  }

  icon(glyph: Glyph, { x, y, width }: Box, colour: Colour, stroke: number = iconStroke): void {
    const context = this.#context
    context.save()
    context.translate(x, y)
    context.scale(width / glyphBox, width / glyphBox)
    context.strokeStyle = this.#css(colour)
    context.lineWidth = stroke
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.stroke(this.#path(glyph))
    context.restore()
  }

  text({ text, x, y, font, colour, toRight, rtl, strikethrough }: PenText): void {
    const context = this.#context
    const width = strikethrough === true || toRight === true ? this.measure(text, font) : 0
    // Browsers place text at multiples of 1/64 pixel.
    const left = toRight === true ? x - Math.ceil(width * 64) / 64 : x
    context.font = renewed(fontText(font))
    context.fillStyle = this.#css(colour)
    context.textAlign = 'left'
    context.direction = rtl === true ? 'rtl' : 'ltr'
    context.fillText(text, left, y)
    if (strikethrough === true) context.fillRect(left, strikeLine(y, font), width, 1)
  }

  pattern(box: Box, corners: Corners, pattern: Pattern, colour: Colour): void {
    const context = this.#context
    context.save()
    context.beginPath()
    context.roundRect(box.x, box.y, box.width, box.height, radii(corners, 0))
    context.clip()
    context.beginPath()
    if (pattern === 'dots') {
      context.fillStyle = this.#css(colour)
      for (let x = box.x + patternGap / 2; x < box.x + box.width; x += patternGap)
        for (let y = box.y + patternGap / 2; y < box.y + box.height; y += patternGap) {
          context.moveTo(x, y)
          context.arc(x, y, dotRadius, 0, 2 * Math.PI)
        }
      context.fill()
    } else {
      context.strokeStyle = this.#css(colour)
      context.lineWidth = 1
      // The gap is measured across the lines.
      const gap = patternGap * Math.SQRT2
      for (let x = box.x + Math.SQRT1_2; x < box.x + box.width + box.height; x += gap) {
        context.moveTo(x, box.y)
        context.lineTo(x - box.height, box.y + box.height)
      }
      context.stroke()
    }
    context.restore()
  }

  get dimOpacity(): number {
    return Number(this.#palette.get('pale') ?? defaultDimOpacity)
  }

  get layout(): number | null {
    const layout = this.#palette.get('layout')
    return layout === undefined ? null : Number(layout)
  }

  withAlpha(alpha: number, ground: Colour | null, draw: () => void): void {
    if (ground !== null) {
      // Overlapping parts would show through if each were drawn with this opacity.
      this.#mix = { alpha, ground: rgbOf(this.#css(ground)) }
      draw()
      this.#mix = null
      return
    }
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
    const own = this.#palette.get(colour) ?? 'transparent'
    const css = this.#isGrey ? greyOf(rgbOf(own)) : own
    return this.#mix === null ? css : mixed(rgbOf(css), this.#mix.ground, this.#mix.alpha)
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
    // Each part separately: a path that begins with "m" is relative to the origin, not to the end of the previous one.
    for (const part of glyph) path.addPath(new Path2D(part))
    this.#paths.set(glyph, path)
    return path
  }
}

const radii = (corners: Corners, inset: number): number[] =>
  (typeof corners === 'number' ? [corners] : [...corners]).map((radius) => Math.max(0, radius - inset))

const rgbCache = new Map<string, number[]>()

/** Red, green, blue and alpha, 0 to 255, of any CSS colour, computed by a canvas. */
export function rgbOf(css: string): number[] {
  const before = rgbCache.get(css)
  if (before !== undefined) return before
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (context === null) return [0, 0, 0, 255]
  context.fillStyle = css
  context.fillRect(0, 0, 1, 1)
  const rgb = [...context.getImageData(0, 0, 1, 1).data]
  rgbCache.set(css, rgb)
  return rgb
}
