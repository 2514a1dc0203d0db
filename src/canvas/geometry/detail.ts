/** Detail of the canvas at a zoom level: of cards, and of the dot grid (docs/design.md, "Canvas"). Pure. */

/**
 * Level of detail of a card, from near to far. `small` = everything, with larger text relative to the card, so that it
 * stays legible on the screen; `compact` = icon and name in the card; `far` = a tile with its name beside it.
 */
export type Detail = 'all' | 'small' | 'compact' | 'far'

/** Minimum size of text on the screen, in pixels. */
export const leastText = 8
/** Font size of the smallest text of a card. */
const smallest = 11
/** Minimum zoom at which a card shows everything. */
export const readable = 0.6
/** Minimum zoom at which a card has room for its name: about 35%, a step of the zoom at which names are placed. */
const compact = 2 ** -1.5
/** Font size in "small": `leastText` on the screen at its lowest zoom; canvas-detail.css has the same value. */
export const smallSize = 13.4

export const detailOf = (zoom: number): Detail =>
  zoom >= leastText / smallest ? 'all' : zoom >= readable ? 'small' : zoom >= compact ? 'compact' : 'far'

/** Distance between the dots in the background, in canvas pixels. */
const gridStep = 20
/** Minimum distance between dots on the screen, in pixels. */
const leastGap = 14

/** Distance between dots in screen pixels, doubled as needed when zoomed out; the first is half a gap from 0. */
export function gridGap(zoom: number): number {
  let gap = gridStep * zoom
  while (gap < leastGap) gap *= 2
  return gap
}
