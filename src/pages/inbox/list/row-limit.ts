/** Maximum number of rows of the inbox that can be scrolled to. Pure. */

/** Height of a row in px: three lines with padding. */
export const inboxRowHeight = 77

/**
 * Firefox limits the height of an element to about 17.9 million pixels, other browsers to about 33 million: these rows
 * take 15.4 million.
 */
export const maxRows = 200_000

/** Note about a longer list; null if every row can be reached, or the total is unknown. */
export const rowLimitWords = (total: number | null): string | null =>
  total === null || total <= maxRows
    ? null
    : `Only the first ${maxRows.toLocaleString()} conversations are listed. To see others, add a filter or change the order.`
