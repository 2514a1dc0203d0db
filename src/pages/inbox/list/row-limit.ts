/** Maximum rows of the inbox that can be scrolled to. Pure. */

/** Height of a row in px: three lines with padding. */
export const inboxRowHeight = 77

/**
 * Firefox lays out no box of more than about 17.9 million pixels, other browsers about 33 million: these rows take
 * 15.4.
 */
export const maxRows = 200_000

/** Note about a longer list; null if all of it can be reached, or its length is not known. */
export const beyondWords = (total: number | null): string | null =>
  total === null || total <= maxRows
    ? null
    : `The first ${maxRows.toLocaleString()} conversations are listed. Add a filter, or choose another order, to reach the others.`
