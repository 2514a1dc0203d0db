/** Base URL of the service that the console is a front end for (`API_BASE_URL`). */

/** Parses the base URL; an error message that says what to write instead if it is invalid. */
export function readBaseUrl(text: string): URL | string {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return 'Use an address like https://service.example.com/api.'
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'Use an address that begins with https:// or http://.'
  // Credentials in the URL would sign in everybody who reaches the console, and URLs are logged.
  if (url.username !== '' || url.password !== '')
    return 'Remove name and password from the address. People sign in on the page.'
  if (text.includes('?') || text.includes('#')) return 'Use the address without "?" and "#".'
  return url
}

/** Path of the base URL without a trailing slash: "" or "/path". */
export const basePath = (base: URL): string => base.pathname.replace(/\/+$/, '')

/** Base URL for display, without a trailing slash. */
export const shownBase = (base: URL): string => base.origin + basePath(base)
