/** What a flow is painted with. */
import { leastText, smallSize, type Detail } from '#canvas/geometry/detail.ts'
import type { Font, Pen } from '#canvas/pen/pen.ts'

export interface Scale {
  /** Screen pixels for a canvas pixel. */
  zoom: number
  /** Device pixels for a screen pixel. */
  ratio: number
}

export interface Brush extends Scale {
  pen: Pen
  detail: Detail
}

/** A font of a card as large as it is at this distance. */
export const sized = (font: Font, { detail }: Brush): Font => (detail === 'small' ? { ...font, size: smallSize } : font)

/** Size and line height of names where they are all that is said: at least as large as can be read. */
export function farSize({ zoom }: Brush): { size: number; line: number } {
  const size = Math.max(21, leastText / zoom)
  return { size, line: (size * 25) / 21 }
}
