/**
 * CSRF protection: writes with a cookie must come from our own pages. Source: Fetch metadata; docs/api.md, "Who may
 * call".
 */
import type { Config } from '#server/base/config.ts'
import { Fault } from '#server/base/fault.ts'
import { headerOf, type Incoming } from './incoming.ts'

type OriginConfig = Pick<Config, 'publicUrl' | 'trustProxy'>

const refuse = () =>
  new Fault('permission_denied', 'A write with a session must come from a page of this service. Programs use a key.')

/**
 * Whether an origin is that of the service: PUBLIC_URL's, else that of the request. This socket has no TLS, so its
 * scheme is http, unless a trusted proxy says otherwise.
 */
function isOwn(origin: URL, request: Incoming, { publicUrl, trustProxy }: OriginConfig): boolean {
  if (origin.host === publicUrl?.host) return origin.origin === publicUrl.origin
  const forwarded = trustProxy === 0 ? null : headerOf(request, 'x-forwarded-proto')
  const scheme = forwarded?.split(',')[0]?.trim().toLowerCase() ?? 'http'
  return origin.origin === `${scheme}://${headerOf(request, 'host')?.toLowerCase()}`
}

/** Throws 403 if the browser says, or does not rule out, that another page sent the request. */
export function checkOrigin(request: Incoming, config: OriginConfig): void {
  const site = headerOf(request, 'sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') throw refuse()
  const origin = headerOf(request, 'origin')
  if (origin === null) {
    if (site === null) throw refuse()
    return
  }
  let sent: URL
  try {
    sent = new URL(origin)
  } catch {
    throw refuse()
  }
  if (!isOwn(sent, request, config)) throw refuse()
}
