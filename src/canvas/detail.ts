/** How much of a card is seen, from near to far (LOOK.md "Canvas"). Pure. */

export type Detail = 'all' | 'names' | 'kinds' | 'marks'

/** From here on a card shows everything, and its name has 8 px. */
export const readable = 0.6

export const detailOf = (zoom: number): Detail =>
  zoom >= readable ? 'all' : zoom >= 0.25 ? 'names' : zoom >= 0.1 ? 'kinds' : 'marks'
