/** Text as browsers render it: truncated if too long, in its own direction. */
import type { Brush } from './brush.ts'
import { cutToWidth, isRightToLeft } from '#canvas/pen/fit-text.ts'
import type { Colour } from '#canvas/pen/palette.ts'
import type { Font } from '#canvas/pen/pen.ts'

interface Line {
  text: string
  /** Left edge and width of the available space; `y` = the baseline. */
  x: number
  y: number
  width: number
  font: Font
  colour: Colour
  /** Alignment if there is more space than the text needs. */
  align?: 'left' | 'right'
  strikethrough?: boolean
}

/** Paints one line; returns the width it takes. */
export function paintLine(
  { pen }: Brush,
  { text, x, y, width, font, colour, align = 'left', strikethrough }: Line,
): number {
  const shortened = cutToWidth(text, width, font, pen)
  if (shortened === '') return 0
  const rtl = isRightToLeft(text)
  // A truncated text fills its space to the end.
  const used = shortened === text ? pen.measure(shortened, font) : width
  const toRight = shortened === text ? align === 'right' : rtl
  pen.text({
    text: shortened,
    x: toRight ? x + width : x,
    y,
    font,
    colour,
    toRight,
    rtl,
    strikethrough: strikethrough === true,
  })
  return Math.min(used, width)
}
