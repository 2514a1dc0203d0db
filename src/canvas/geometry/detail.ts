/** How much of a card is seen, from near to far (docs/design.md, "Canvas"). Pure. */

/** `small` = everything, in letters that are larger for the card, so that none is too small on the screen. */
export type Detail = 'all' | 'small' | 'names' | 'kinds' | 'marks'

/** Smaller letters are not shown on the screen, in pixels. */
export const leastText = 8
/** Size of the smallest letters of a card. */
const smallest = 11
/** From here on a card shows everything. */
export const readable = 0.6
/** Size of letters in "small": `leastText` at the farthest; canvas-detail.css has the same. */
export const smallSize = 13.4

export const detailOf = (zoom: number): Detail =>
  zoom >= leastText / smallest
    ? 'all'
    : zoom >= readable
      ? 'small'
      : zoom >= 0.25
        ? 'names'
        : zoom >= 0.1
          ? 'kinds'
          : 'marks'
