/** The query of the current URL, which is ahead of what is rendered. */
export const currentSearchParams = (): URLSearchParams => new URLSearchParams(location.search)
