/** Pen that draws SVG: text stays text, lines stay sharp. */
import { pathText } from '#canvas/geometry/edge-path.ts'
import type { Glyph } from './kind-glyphs.ts'
import { defaultDimOpacity, type Colour } from './palette.ts'
import {
  fontFamilies,
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

/** A colour as "#rrggbb" or "#rrggbbaa"; programs other than browsers do not support oklch. */
export type Hex = (colour: Colour) => string

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Whether XML allows a character: it forbids most control characters, and lone surrogates. */
const isAllowed = (letter: string): boolean => {
  const code = letter.codePointAt(0) ?? 0
  if (code < 0x20) return code === 9 || code === 10 || code === 13
  return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff
}
const xmlText = (text: string): string =>
  [...text]
    .filter(isAllowed)
    .map((letter) => entities[letter] ?? letter)
    .join('')

/** The attributes of lucide icons; stroke colour and width come from the use of the icon. */
const glyphAttributes = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'

const round = (value: number): number => Math.round(value * 100) / 100

/** A box with different corner radii as a path. */
function boxPath({ x, y, width, height }: Box, [tl, tr, br, bl]: readonly [number, number, number, number]): string {
  const arc = (r: number, dx: number, dy: number) => (r === 0 ? '' : `a${r} ${r} 0 0 1 ${dx} ${dy}`)
  return `M${x + tl} ${y}h${width - tl - tr}${arc(tr, tr, tr)}v${height - tr - br}${arc(br, -br, br)}h${br + bl - width}${arc(bl, -bl, -bl)}v${bl + tl - height}${arc(tl, tl, -tl)}Z`
}

export class SvgPen implements Pen {
  readonly #parts: string[] = []
  readonly #hex: Hex
  readonly #measure: Pen['measure']
  readonly #glyphs = new Map<Glyph, string>()
  readonly #patterns = new Map<string, string>()

  constructor(hex: Hex, measure: Pen['measure']) {
    this.#hex = hex
    this.#measure = measure
  }

  measure(text: string, font: Font): number {
    return this.#measure(text, font)
  }

  box(box: Box, corners: Corners, fill: Colour | null, stroke?: Stroke): void {
    const inset = (stroke?.width ?? 0) / 2
    const inner = { x: box.x + inset, y: box.y + inset, width: box.width - 2 * inset, height: box.height - 2 * inset }
    const paint = `${this.#fill(fill)}${this.#stroke(stroke)}`
    if (typeof corners !== 'number') {
      const [a, b, c, d] = corners
      const less = (radius: number) => Math.max(0, radius - inset)
      this.#parts.push(`<path d="${boxPath(inner, [less(a), less(b), less(c), less(d)])}"${paint}/>`)
      return
    }
    const radius = Math.max(0, corners - inset)
    this.#parts.push(
      `<rect x="${round(inner.x)}" y="${round(inner.y)}" width="${round(inner.width)}" height="${round(inner.height)}"${radius === 0 ? '' : ` rx="${radius}"`}${paint}/>`,
    )
  }

  lines(points: readonly Point[], stroke: Stroke): void {
    this.#parts.push(`<path d="${pathText(points)}" fill="none"${this.#stroke(stroke)}/>`)
  }

  hairlines(lines: readonly (readonly Point[])[], stroke: Stroke, alpha: number): void {
    for (const points of lines) this.withAlpha(alpha, null, () => this.lines(points, stroke))
  }

  polygon(points: readonly Point[], fill: Colour, stroke?: Stroke): void {
    this.#parts.push(`<path d="${pathText(points, true)}"${this.#fill(fill)}${this.#stroke(stroke)}/>`)
  }

  icon(glyph: Glyph, { x, y, width }: Box, colour: Colour, stroke: number = iconStroke): void {
    const id = this.#glyphs.get(glyph) ?? `icon-${this.#glyphs.size}`
    this.#glyphs.set(glyph, id)
    this.#parts.push(
      `<use href="#${id}" transform="translate(${round(x)} ${round(y)}) scale(${round(width / 24)})" stroke="${this.#hex(colour)}" stroke-width="${stroke}"/>`,
    )
  }

  text({ text, x, y, font, colour, toRight, rtl, strikethrough }: PenText): void {
    const attributes = [
      `x="${round(x)}" y="${round(y)}" fill="${this.#hex(colour)}" font-size="${font.size}" class="${font.family}"`,
      font.weight === 400 ? '' : ` font-weight="${font.weight}"`,
      // The end of a right-to-left text is its left edge.
      toRight !== rtl && (toRight === true || rtl === true) ? ' text-anchor="end"' : '',
      rtl ? ' direction="rtl"' : '',
      strikethrough ? ' text-decoration="line-through"' : '',
    ]
    this.#parts.push(`<text ${attributes.join('')}>${xmlText(text)}</text>`)
  }

  pattern(box: Box, corners: Corners, pattern: Pattern, colour: Colour): void {
    const hex = this.#hex(colour)
    const id = `${pattern}-${hex.slice(1)}`
    const half = patternGap / 2
    this.#patterns.set(
      id,
      pattern === 'dots'
        ? `<pattern id="${id}" width="${patternGap}" height="${patternGap}" patternUnits="userSpaceOnUse"><circle cx="${half}" cy="${half}" r="1.1" fill="${hex}"/></pattern>`
        : `<pattern id="${id}" width="${patternGap}" height="${patternGap}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V${patternGap}" stroke="${hex}" stroke-width="2"/></pattern>`,
    )
    const { x, y, width, height } = box
    const radius = typeof corners === 'number' ? corners : corners[0]
    this.#parts.push(
      `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}" fill="url(#${id})"/>`,
    )
  }

  readonly dimOpacity = defaultDimOpacity
  readonly layout = 1

  withAlpha(alpha: number, _ground: Colour | null, draw: () => void): void {
    this.#parts.push(`<g opacity="${alpha}">`)
    draw()
    this.#parts.push('</g>')
  }

  grey(draw: () => void): void {
    this.#parts.push('<g class="grey">')
    draw()
    this.#parts.push('</g>')
  }

  /** The whole document. `area` is the visible part, in canvas pixels. */
  finish(area: Box, title: string, ground: Colour): string {
    const glyphs = [...this.#glyphs].map(
      ([glyph, id]) => `<g id="${id}" ${glyphAttributes}>${glyph.map((d) => `<path d="${d}"/>`).join('')}</g>`,
    )
    const [x, y, width, height] = [round(area.x), round(area.y), round(area.width), round(area.height)]
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}" role="img">`,
      `<title>${xmlText(title)}</title>`,
      `<style>text{white-space:pre}.sans{font-family:${fontFamilies.sans}}.mono{font-family:${fontFamilies.mono}}.grey{filter:grayscale(1)}</style>`,
      `<defs>${glyphs.join('')}${[...this.#patterns.values()].join('')}</defs>`,
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${this.#hex(ground)}"/>`,
      ...this.#parts,
      '</svg>',
      '',
    ].join('\n')
  }

  #fill(colour: Colour | null): string {
    return colour === null ? ' fill="none"' : ` fill="${this.#hex(colour)}"`
  }

  #stroke(stroke: Stroke | undefined): string {
    if (stroke === undefined) return ''
    const dash = stroke.dash === undefined ? '' : ` stroke-dasharray="${stroke.dash.join(' ')}"`
    return ` stroke="${this.#hex(stroke.colour)}" stroke-width="${round(stroke.width)}" stroke-linejoin="round"${dash}`
  }
}
