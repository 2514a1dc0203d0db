import type { Colour } from './palette.ts'
import type { Glyph } from './kind-glyphs.ts'
import type { Point, Box } from '#canvas/geometry/box-geometry.ts'

export interface Stroke {
  colour: Colour
  width: number
  /** Lengths of dash and gap. */
  dash?: readonly number[]
}

export interface Font {
  size: number
  weight: 400 | 500 | 600
  family: 'sans' | 'mono'
}

/** One radius, or those of the corners, clockwise from the top left. */
export type Corners = number | readonly [number, number, number, number]

export interface PenText {
  text: string
  /** The left end, or the right one if `toRight`. */
  x: number
  /** The baseline. */
  y: number
  font: Font
  colour: Colour
  toRight?: boolean
  /** Right-to-left. */
  rtl?: boolean
  strikethrough?: boolean
}

export type Pattern = 'dots' | 'hatch'

/** Stroke width of icons, in their box of 24. */
export const iconStroke = 1.75

/** Distance between dots, and between lines, in canvas pixels; tokens.css has the same value. */
export const patternGap = 7

export interface Pen {
  /** Width of a text in canvas pixels. */
  measure: (text: string, font: Font) => number
  /** A filled box with a stroke inside its edge; either may be missing. */
  box: (box: Box, corners: Corners, fill: Colour | null, stroke?: Stroke) => void
  lines: (points: readonly Point[], stroke: Stroke) => void
  /**
   * Thousands of level and upright lines as wide as a device pixel, each with this opacity: where many run together,
   * they are darker. `width` is for pens that draw no pixels.
   */
  hairlines: (lines: readonly (readonly Point[])[], stroke: Stroke, alpha: number) => void
  polygon: (points: readonly Point[], fill: Colour, stroke?: Stroke) => void
  /** `stroke` = stroke width in a box of 24. */
  icon: (glyph: Glyph, at: Box, colour: Colour, stroke?: number) => void
  text: (text: PenText) => void
  /** Fills a box with a pattern: dots, or lines from the lower left to the upper right. */
  pattern: (box: Box, corners: Corners, pattern: Pattern, colour: Colour) => void
  /** Opacity of dimmed elements: higher if more contrast is requested. */
  readonly dimOpacity: number
  /** Layout pixels per screen pixel, if they are not those of the device. */
  readonly layout: number | null
  /** Draws the content of `draw` with this opacity. `ground` = the colour behind all of it; null = unknown. */
  withAlpha: (alpha: number, ground: Colour | null, draw: () => void) => void
  /** Draws the content of `draw` in greyscale. */
  grey: (draw: () => void) => void
}

export const fontFamilies = {
  sans: "'IBM Plex Sans Variable', 'IBM Plex Sans', ui-sans-serif, system-ui, sans-serif",
  mono: "'IBM Plex Mono', ui-monospace, 'Cascadia Mono', Menlo, monospace",
} as const

/** The font in canvas syntax. */
export const fontText = ({ size, weight, family }: Font): string => `${weight} ${size}px ${fontFamilies[family]}`

/** Height above the baseline as a multiple of the font size; the same in both families of Plex. */
const ascent = 1.025
const descent = 0.275

/** Distance from the top of a line box to its baseline, rounded to device pixels as in browsers. */
export function baselineIn(lineHeight: number, { size }: Font, ratio: number): number {
  const [up, down] = [Math.round(size * ratio * ascent), Math.round(size * ratio * descent)]
  return (Math.floor((lineHeight * ratio - up - down) / 2) + up) / ratio
}

/** The width of a line: browsers round it down to whole device pixels, and to at least one. */
export const lineWidth = (width: number, ratio: number): number => Math.max(1, Math.floor(width * ratio)) / ratio

/**
 * The nearest whole device pixel, where browsers place the edges of boxes; halves are rounded up, regardless of
 * floating-point errors.
 */
export const snapToPixel = (at: number, ratio: number): number => Math.round(at * ratio + 1e-6) / ratio
