/** Headers forwarded to the service, and headers of its responses passed to the browser. */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { securityHeaders } from '#server/protocol/security-headers.ts'

/** Forwarded request headers. Not forwarded: client addresses, the browser's cookies, the page's identity. */
const forwardedHeaders = [
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

/** Usual header names of API keys besides `Authorization`; others are set by `API_HEADERS`. */
const keyHeaders = ['api-key', 'apikey', 'private-token', 'x-access-token', 'x-api-key', 'x-auth-token', 'x-token']

/** CSRF headers, forwarded together with cookies. */
const csrfHeaders = ['x-csrf-token', 'x-csrftoken', 'x-requested-with', 'x-xsrf-token']

export interface ForwardingOptions {
  /** Additional headers, in lower case. */
  headers: readonly string[]
  cookies: boolean
  /** Header with a key, sent if the request has no credentials of its own; null = everyone signs in on the page. */
  key?: { name: string; value: string } | null
}

/** Request headers that are forwarded unchanged. */
export function requestHeaders(message: IncomingMessage, options: ForwardingOptions): OutgoingHttpHeaders {
  const names = [...forwardedHeaders, ...keyHeaders, ...options.headers, ...(options.cookies ? csrfHeaders : [])]
  const sent: OutgoingHttpHeaders = {}
  for (const name of names) {
    const value = message.headers[name]
    if (value !== undefined) sent[name] = value
  }
  const { key = null } = options
  const credentialNames = ['authorization', ...keyHeaders, ...options.headers]
  if (key !== null && credentialNames.every((name) => sent[name] === undefined)) sent[key.name] = key.value
  return sent
}

/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const connectionHeaders = new Set([
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
 * Headers with statements about the service's origin, which would apply to the console's: storage, reporting,
 * permissions, alternative services. Cookies are handled separately.
 */
const originHeaders =
  /^(?:access-control-.*|accept-ch|alt-svc|clear-site-data|content-security-policy.*|critical-ch|cross-origin-.*|document-policy|expect-ct|feature-policy|nel|origin-agent-cluster|origin-trial|permissions-policy|public-key-pins.*|refresh|report-to|reporting-endpoints|service-worker-allowed|set-cookie2?|set-login|sourcemap|speculation-rules|strict-transport-security|supports-loading-mode|timing-allow-origin|x-frame-options|x-sourcemap)$/

/** Schemes for which browsers open a password dialog. */
const passwordDialogSchemes = /\b(?:basic|digest|ntlm|negotiate)\b/i

/** Policy of responses: if opened as a page, they run and load nothing and cannot be framed. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Response headers for the browser, with our security headers. `https`: as in securityHeaders. */
export function responseHeadersOf(answer: NodeJS.Dict<string[]>, status: number, https: boolean): OutgoingHttpHeaders {
  const named = new Set(
    (answer['connection'] ?? [])
      .join(',')
      .toLowerCase()
      .split(/\s*,\s*/),
  )
  const back: OutgoingHttpHeaders = {}
  for (const [name, values] of Object.entries(answer)) {
    if (values === undefined || connectionHeaders.has(name) || named.has(name) || originHeaders.test(name)) continue
    if (name === 'www-authenticate' && values.some((value) => passwordDialogSchemes.test(value))) continue
    // A response without a body has no length (RFC 9110, 8.6).
    if (name === 'content-length' && status === 204) continue
    back[name] = values.length === 1 ? values[0] : values
  }
  // Responses depend on the caller: browsers must not cache them unless the service says so.
  back['cache-control'] ??= 'private, no-cache'
  return { ...back, ...securityHeaders(https), 'content-security-policy': dataPolicy }
}
