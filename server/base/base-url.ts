/** Where the service is that the console stands in front of (`API_BASE_URL`). */

/** The base URL; where it is none, what is wrong with it and what to write instead. */
export function readBaseUrl(text: string): URL | string {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return 'Use an address like https://service.example.com/api.'
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'Use an address that begins with https:// or http://.'
  // Whoever starts the console would sign in everybody who reaches it, and the address stands in logs.
  if (url.username !== '' || url.password !== '')
    return 'Remove name and password from the address. People sign in on the page.'
  if (text.includes('?') || text.includes('#')) return 'Use the address without "?" and "#".'
  return url
}

/** The path of the base URL without a slash at its end: "" or "/path". */
export const basePath = (base: URL): string => base.pathname.replace(/\/+$/, '')

/** The base URL as people write it, without a slash at its end. */
export const shownBase = (base: URL): string => base.origin + basePath(base)
