import type { Colour } from './palette.ts'
import type { Glyph } from './icons.ts'
import type { Point, Box } from '#canvas/geometry/box-geometry.ts'

export interface Stroke {
  colour: Colour
  width: number
  /** Lengths of line and gap. */
  dash?: readonly number[]
}

export interface Font {
  size: number
  weight: 400 | 500 | 600
  family: 'sans' | 'mono'
}

/** One radius, or those of the corners from the top left on, clockwise. */
export type Corners = number | readonly [number, number, number, number]

export interface PenText {
  text: string
  /** The left end, or the right one where `toRight`. */
  x: number
  /** The line on which the letters stand. */
  y: number
  font: Font
  colour: Colour
  toRight?: boolean
  /** Reads from right to left. */
  rtl?: boolean
  struck?: boolean
}

export type Pattern = 'dots' | 'hatch'

/** Width of the lines of icons, in their box of 24. */
export const iconStroke = 1.75

/** Space from dot to dot and from line to line, in canvas pixels; tokens.css has the same. */
export const patternGap = 7

export interface Pen {
  /** Width of a text in canvas pixels. */
  measure: (text: string, font: Font) => number
  /** A filled box with a line inside its edge; either may be missing. */
  box: (box: Box, corners: Corners, fill: Colour | null, stroke?: Stroke) => void
  lines: (points: readonly Point[], stroke: Stroke) => void
  shape: (points: readonly Point[], fill: Colour, stroke?: Stroke) => void
  /** `stroke` = width of its lines, in a box of 24. */
  icon: (glyph: Glyph, at: Box, colour: Colour, stroke?: number) => void
  text: (text: PenText) => void
  /** Fills a box with a pattern: dots, or lines from the lower left to the upper right. */
  pattern: (box: Box, corners: Corners, pattern: Pattern, colour: Colour) => void
  /** How opaque is what others stand out against: less where more contrast is asked for. */
  readonly pale: number
  /** Layout pixels for a screen pixel, where they are not those of the device. */
  readonly layout: number | null
  /** What `draw` draws is, as a whole, as opaque as `alpha` says. `ground` = all of it lies on this colour. */
  faded: (alpha: number, ground: Colour | null, draw: () => void) => void
  /** What `draw` draws has no colours of its own. */
  grey: (draw: () => void) => void
}

export const fontFamilies = {
  sans: "'IBM Plex Sans Variable', 'IBM Plex Sans', ui-sans-serif, system-ui, sans-serif",
  mono: "'IBM Plex Mono', ui-monospace, 'Cascadia Mono', Menlo, monospace",
} as const

/** The font as a canvas takes it. */
export const fontText = ({ size, weight, family }: Font): string => `${weight} ${size}px ${fontFamilies[family]}`

/** Part of the font size above and below the line on which letters stand; the same in both families of Plex. */
const ascent = 1.025
const descent = 0.275

/** The line on which letters stand, from the top of a line box: as browsers compute it in device pixels, rounding included. */
export function baselineIn(lineHeight: number, { size }: Font, ratio: number): number {
  const [up, down] = [Math.round(size * ratio * ascent), Math.round(size * ratio * descent)]
  return (Math.floor((lineHeight * ratio - up - down) / 2) + up) / ratio
}

/** The width of a line: browsers round it down to whole device pixels before they enlarge it. */
export const lineWidth = (width: number, ratio: number): number => Math.max(1, Math.floor(width * ratio)) / ratio

/** The nearest whole device pixel, where browsers put the edges of boxes; a half goes up, rounding errors or not. */
export const snapped = (at: number, ratio: number): number => Math.round(at * ratio + 1e-6) / ratio
