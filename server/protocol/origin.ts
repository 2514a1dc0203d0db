/** Writes with a cookie come from our own pages only. Source: Fetch metadata; API.md §2. */
import { Fault } from '#server/fault.ts'
import { headerOf, type Incoming } from './incoming.ts'

const refuse = () =>
  new Fault('permission_denied', 'A write with a session must come from a page of this service. Programs use a key.')

/** Throws 403 where the browser says, or does not deny, that another page sent the request. */
export function checkOrigin(request: Incoming, publicUrl: URL | null): void {
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
  if (publicUrl && sent.origin === publicUrl.origin) return
  if (sent.host !== headerOf(request, 'host')?.toLowerCase()) throw refuse()
}
