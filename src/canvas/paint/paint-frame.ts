import type { Brush } from './brush.ts'
import type { FrameStyle } from './card-style.ts'
import type { Colour } from '#canvas/pen/palette.ts'
import { lineWidth, type Corners } from '#canvas/pen/pen.ts'
import { expandBox, type Box } from '#canvas/geometry/box-geometry.ts'

export const cornerList = (corners: Corners): readonly [number, number, number, number] =>
  typeof corners === 'number' ? [corners, corners, corners, corners] : corners

/** Corner radii of a box that is enlarged by this amount on each side. */
export const widened = (corners: Corners, by: number): Corners => {
  const [a, b, c, d] = cornerList(corners)
  return [Math.max(0, a + by), Math.max(0, b + by), Math.max(0, c + by), Math.max(0, d + by)]
}

/** Length of the centre line of a frame. */
function lengthOf({ width, height }: Box, corners: Corners, line: number): number {
  const round = cornerList(corners).reduce((sum, radius) => sum + Math.max(0, radius - line / 2), 0)
  return 2 * (width - line) + 2 * (height - line) - (2 - Math.PI / 2) * round
}

/**
 * Dashes as in Chromium's StyledStrokeData, in line widths: dashes of 3 with gaps of 2; of 2 and 1 for lines of 3
 * device pixels or more; dots of 1 and 1. The gaps are adjusted so that the pattern fills the line.
 */
function dashesOf(style: FrameStyle['style'], width: number, length: number, ratio: number): number[] | undefined {
  if (style === 'solid') return undefined
  const isThick = width * ratio >= 3
  const [dash, gap] = style === 'dotted' ? [width, width] : [width * (isThick ? 2 : 3), width * (isThick ? 1 : 2)]
  const fewer = Math.floor(length / (dash + gap))
  const gapOf = (count: number) => (length - count * dash) / count
  const [wide, narrow] = [gapOf(fewer), gapOf(fewer + 1)]
  return [dash, narrow <= 0 || Math.abs(wide - gap) < Math.abs(narrow - gap) ? wide : narrow]
}

/** The inner box of a framed box. */
export function insideOf({ x, y, width, height }: Box, frame: FrameStyle, ratio: number): Box {
  const line = lineWidth(frame.width, ratio)
  const left = frame.left ?? line
  return { x: x + left, y: y + line, width: width - left - line, height: height - 2 * line }
}

/** Space between a text and the edge of the ground behind it, in screen pixels. */
const groundPadding = 2
const groundOpacity = 0.85

/** Ground behind a text that covers marks or edges. */
export function paintGround({ pen, zoom }: Brush, box: Box, colour: Colour): void {
  pen.withAlpha(groundOpacity, null, () => pen.box(expandBox(box, groundPadding / zoom), 3 / zoom, colour))
}

interface Framed {
  box: Box
  corners: Corners
  fill: Colour | null
}

/** A box with its frame. */
export function paintFrame({ pen, ratio }: Brush, { box, corners, fill }: Framed, frame: FrameStyle): void {
  const line = lineWidth(frame.width, ratio)
  const dash = dashesOf(frame.style, line, lengthOf(box, corners, line), ratio)
  pen.box(box, corners, fill, { colour: frame.colour, width: line, ...(dash === undefined ? {} : { dash }) })
  if (frame.left === undefined) return
  const [a, , , d] = cornerList(corners)
  pen.box({ ...box, width: frame.left }, [a, 0, 0, d], frame.colour)
}
