/** Text as the page sets it: cut where it is too long, in its own direction. */
import type { Brush } from './brush.ts'
import { cutToWidth, readsLeftward } from '#canvas/pen/fit-text.ts'
import type { Colour } from '#canvas/pen/palette.ts'
import type { Font } from '#canvas/pen/pen.ts'

interface Line {
  text: string
  /** Left end and width of the room; `y` = the line on which letters stand. */
  x: number
  y: number
  width: number
  font: Font
  colour: Colour
  /** The side at which it stands where there is more room than it takes. */
  align?: 'left' | 'right'
  struck?: boolean
}

/** Draws one line; answers how much of the room it takes. */
export function paintLine({ pen }: Brush, { text, x, y, width, font, colour, align = 'left', struck }: Line): number {
  const cut = cutToWidth(text, width, font, pen)
  if (cut === '') return 0
  const rtl = readsLeftward(text)
  // What was cut fills its room: it ends at the room's end.
  const used = cut === text ? pen.measure(cut, font) : width
  const toRight = cut === text ? align === 'right' : rtl
  pen.text({ text: cut, x: toRight ? x + width : x, y, font, colour, toRight, rtl, struck: struck === true })
  return Math.min(used, width)
}
