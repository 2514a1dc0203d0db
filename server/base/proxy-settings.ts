/**
 * Settings of the console in front of another service: its base URL (`API_BASE_URL`), and the headers that the proxy
 * forwards in addition to the usual ones (`API_HEADERS`). `MODEL_BASE_URL` has the same form.
 */

/** Parses a base URL; an error message that says what to write instead if it is invalid. */
export function readBaseUrl(text: string): URL | string {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return 'Use an address like https://service.example.com/api.'
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'Use an address that begins with https:// or http://.'
  // Credentials in the URL would sign in everyone who can reach the console, and URLs are logged.
  if (url.username !== '' || url.password !== '') return 'Remove name and password from the address.'
  if (text.includes('?') || text.includes('#')) return 'Use the address without "?" and "#".'
  return url
}

/** Path of the base URL without a trailing slash: "" or "/path". */
export const basePath = (base: URL): string => base.pathname.replace(/\/+$/, '')

/** Base URL for display, without a trailing slash. */
export const displayBase = (base: URL): string => base.origin + basePath(base)

/** Hop-by-hop headers, and headers that would reveal or fake the caller, the host or the target. */
const neverForwarded =
  /^(?:connection|content-length|cookie2?|expect|forwarded|host|http2-settings|keep-alive|origin|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-http-method.*|x-method-override|x-original-.*|x-real-ip|x-rewrite-url)$/

/** Parses the names in `API_HEADERS`; an error message if they are invalid. */
export function readHeaderNames(text: string): readonly string[] | string {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  if (names.some((name) => !/^[\w-]+$/.test(name)))
    return 'Use header names separated by commas, like X-Tenant,X-Team-Key.'
  const refused = names.find((name) => neverForwarded.test(name))
  return refused === undefined ? names : `${refused} cannot be forwarded to a service. Remove it from the list.`
}
