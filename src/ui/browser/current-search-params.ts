/** What stands behind the “?” of the address at this moment: it is ahead of what is drawn. */
export const currentSearchParams = (): URLSearchParams => new URLSearchParams(location.search)
