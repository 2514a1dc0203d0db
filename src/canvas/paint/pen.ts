/**
 * What a flow is drawn with: few kinds of strokes, on a bitmap or as SVG. All lengths are canvas pixels (a card is 216
 * wide); the pen knows where the window is and how near.
 */
import type { Box, Point } from '#canvas/edge-path.ts'
import type { Colour } from './look.ts'
import type { Glyph } from './icons.ts'

export interface Stroke {
  colour: Colour
  width: number
  /** Lengths of line and gap. */
  dash?: readonly number[]
}

export interface Font {
  size: number
  weight: 400 | 600
  family: 'sans' | 'mono'
}

/** One radius, or those of the corners from the top left on, clockwise. */
export type Corners = number | readonly [number, number, number, number]

export interface Text {
  text: string
  /** The left end, or the right one where `toRight`. */
  x: number
  /** The line on which the letters stand. */
  y: number
  font: Font
  colour: Colour
  toRight?: boolean
  struck?: boolean
}

export interface Pen {
  /** Width of a text in canvas pixels. */
  measure: (text: string, font: Font) => number
  /** A filled box with a line inside its edge; either may be missing. */
  box: (box: Box, corners: Corners, fill: Colour | null, stroke?: Stroke) => void
  lines: (points: readonly Point[], stroke: Stroke) => void
  shape: (points: readonly Point[], fill: Colour, stroke?: Stroke) => void
  icon: (glyph: Glyph, at: Box, colour: Colour) => void
  text: (text: Text) => void
  /** What `draw` draws is as opaque as `alpha` says. */
  faded: (alpha: number, draw: () => void) => void
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

/** The line on which letters stand, from the top of a line box: as browsers compute it, rounding included. */
export function baselineIn(lineHeight: number, { size }: Font): number {
  const [up, down] = [Math.round(size * ascent), Math.round(size * descent)]
  return Math.floor((lineHeight - up - down) / 2) + up
}
