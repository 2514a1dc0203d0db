/** A name that is cut: in its compact card, where it fits neither in nor beside it as a whole. */
import { wrapText } from '#canvas/pen/fit-text.ts'
import type { Pen } from '#canvas/pen/pen.ts'
import type { BrokenName } from './break-name.ts'
import { nameFont } from './name-boxes.ts'

/** The name in at most `count` lines of this width, the last one with "…" if text is left; words may be broken. */
export function cutName(name: string, width: number, count: number, pen: Pick<Pen, 'measure'>): BrokenName {
  const lines = wrapText(name.replaceAll(/\s+/g, ' '), width, count, nameFont, pen).map(({ text }) => text)
  const widths = lines.map((line) => pen.measure(line, nameFont))
  return { lines, widths, width: Math.max(...widths) }
}
