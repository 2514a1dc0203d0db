/** Headers that the proxy forwards in addition to the usual ones (`API_HEADERS`). */

/** Headers of one connection, or by which it would be told who asks, under which name, and for what. */
const neverToService =
  /^(?:connection|content-length|cookie2?|expect|forwarded|host|http2-settings|keep-alive|origin|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-http-method.*|x-method-override|x-original-.*|x-real-ip|x-rewrite-url)$/

/** The names in `API_HEADERS`; a text says what is wrong. */
export function readHeaderNames(text: string): readonly string[] | string {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  if (names.some((name) => !/^[\w-]+$/.test(name)))
    return 'Use header names separated by commas, like X-Tenant,X-Team-Key.'
  const refused = names.find((name) => neverToService.test(name))
  return refused === undefined ? names : `${refused} cannot be forwarded to a service.`
}
