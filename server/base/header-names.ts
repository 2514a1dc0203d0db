/** Headers that the proxy forwards in addition to the usual ones (`API_HEADERS`). */

/** Hop-by-hop headers, and headers that would reveal or fake the caller, the host or the target. */
const neverToService =
  /^(?:connection|content-length|cookie2?|expect|forwarded|host|http2-settings|keep-alive|origin|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-http-method.*|x-method-override|x-original-.*|x-real-ip|x-rewrite-url)$/

/** Parses the names in `API_HEADERS`; an error message if they are invalid. */
export function readHeaderNames(text: string): readonly string[] | string {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  if (names.some((name) => !/^[\w-]+$/.test(name)))
    return 'Use header names separated by commas, like X-Tenant,X-Team-Key.'
  const refused = names.find((name) => neverToService.test(name))
  return refused === undefined ? names : `${refused} cannot be forwarded to a service.`
}
