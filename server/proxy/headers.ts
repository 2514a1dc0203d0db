/** Which headers go to the service, and which of its headers come back. */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { securityHeaders } from '#server/protocol/security-headers.ts'

/** What a request to the service carries. All else stays here: forwarded addresses, the browser's cookies, who the page is. */
const toService = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cache-control',
  'content-encoding',
  'content-language',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'last-event-id',
  'prefer',
  'range',
]

/** Names under which services take a key, where it is not `Authorization`; others are named by `API_HEADERS`. */
const keyHeaders = ['api-key', 'apikey', 'private-token', 'x-access-token', 'x-api-key', 'x-auth-token', 'x-token']

/** With cookies go the headers by which a page proves that it is the service's own. */
const withCookies = ['x-csrf-token', 'x-csrftoken', 'x-requested-with', 'x-xsrf-token']

export interface Passing {
  /** Beside the usual ones, in small letters. */
  headers: readonly string[]
  cookies: boolean
}

/** Headers of a request that go to the service as they came. */
export function headersThere(message: IncomingMessage, passing: Passing): OutgoingHttpHeaders {
  const names = [...toService, ...keyHeaders, ...passing.headers, ...(passing.cookies ? withCookies : [])]
  const sent: OutgoingHttpHeaders = {}
  for (const name of names) {
    const value = message.headers[name]
    if (value !== undefined) sent[name] = value
  }
  return sent
}

/** Of one connection (RFC 9110, 7.6.1). */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * What a service says about its own origin, which here would be about the console's: what browsers store, report, allow,
 * or open instead. Cookies are written apart.
 */
const ofOrigin =
  /^(?:access-control-.*|accept-ch|alt-svc|clear-site-data|content-security-policy.*|critical-ch|cross-origin-.*|document-policy|expect-ct|feature-policy|nel|origin-agent-cluster|origin-trial|permissions-policy|public-key-pins.*|refresh|report-to|reporting-endpoints|service-worker-allowed|set-cookie2?|set-login|sourcemap|speculation-rules|strict-transport-security|supports-loading-mode|timing-allow-origin|x-frame-options|x-sourcemap)$/

/** A browser answers these with a window of its own that asks for a password, in front of the page. */
const opensWindow = /\b(?:basic|digest|ntlm|negotiate)\b/i

/** An answer of the service is data: opened as a page it runs nothing, loads nothing and is in no frame. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Headers of an answer that come back, with those of every answer here. `https`: as in securityHeaders. */
export function headersHere(answer: NodeJS.Dict<string[]>, status: number, https: boolean): OutgoingHttpHeaders {
  const named = new Set(
    (answer['connection'] ?? [])
      .join(',')
      .toLowerCase()
      .split(/\s*,\s*/),
  )
  const back: OutgoingHttpHeaders = {}
  for (const [name, values] of Object.entries(answer)) {
    if (values === undefined || ofConnection.has(name) || named.has(name) || ofOrigin.test(name)) continue
    if (name === 'www-authenticate' && values.some((value) => opensWindow.test(value))) continue
    // An answer without a body has no length (RFC 9110, 8.6).
    if (name === 'content-length' && status === 204) continue
    back[name] = values.length === 1 ? values[0] : values
  }
  // Answers belong to who signed in, and one address may be asked by several: a browser keeps none unless it is told to.
  back['cache-control'] ??= 'private, no-cache'
  return { ...back, ...securityHeaders(https), 'content-security-policy': dataPolicy }
}
