/** What stands behind the “?” of the address at this moment: it is ahead of what is drawn. */
export const addressNow = (): URLSearchParams => new URLSearchParams(location.search)
