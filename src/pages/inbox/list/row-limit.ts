/** How many rows of the inbox can be scrolled to. Pure. */

/** Pixels of a row: three lines and their room. */
export const inboxRowHeight = 77

/** Firefox lays out no box of more than some 17.9 million pixels, the others end near 33 million: these rows take 15.4. */
export const maxRows = 200_000

/** What is said of a list that is longer; null where all of it can be reached, or nobody knows how long it is. */
export const beyondWords = (total: number | null): string | null =>
  total === null || total <= maxRows
    ? null
    : `The first ${maxRows.toLocaleString()} conversations are listed. Add a filter, or choose another order, to reach the others.`
