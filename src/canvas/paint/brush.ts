/** Drawing context of a flow: pen, scale and level of detail. */
import { smallSize, type Detail } from '#canvas/geometry/detail.ts'
import type { Font, Pen } from '#canvas/pen/pen.ts'

export interface Scale {
  /** Screen pixels per canvas pixel. */
  zoom: number
  /** Device pixels per screen pixel. */
  ratio: number
}

export interface Brush extends Scale {
  pen: Pen
  detail: Detail
  /** Side of tiles in canvas pixels, in `far`; null = steps are cards or marks. */
  tile: number | null
}

/** A font of a card at the size for the level of detail. */
export const sized = (font: Font, { detail }: Brush): Font => (detail === 'small' ? { ...font, size: smallSize } : font)
