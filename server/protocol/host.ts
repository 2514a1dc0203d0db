/** Allowed host names of the service. Requests for other names are rejected, to prevent DNS rebinding. */
import { Fault } from '#server/base/fault.ts'
import { headerOf, type Incoming } from './incoming.ts'

const local = ['localhost', '127.0.0.1', '[::1]']
/** Wildcard addresses: a service bound to them is reachable at every address of the machine. */
const everywhere = new Set(['0.0.0.0', '::', '[::]'])

const nameOf = (host: string): string => {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return name.endsWith('.') ? name.slice(0, -1) : name
}

const isAddress = (name: string): boolean => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name) || /^\[[0-9a-f:.]+\]$/.test(name)

const unknownHost = () =>
  new Fault(
    'unknown_host',
    'This service does not accept that host name. Set PUBLIC_URL to the address that people use.',
  )

/** The requested host. Throws 400 for two Host headers, and 421 if the URL names another host. */
function sentHost(request: Incoming): string {
  const { message, authority } = request
  // Node uses the first one, but a proxy in front may have used the last (RFC 9112, 3.2).
  if ((message.headersDistinct['host'] ?? []).length > 1)
    throw new Fault('invalid', 'The request has more than one Host header. Send exactly one.')
  const host = headerOf(request, 'host') ?? ''
  if (authority !== null && authority.toLowerCase() !== host.toLowerCase()) throw unknownHost()
  return host
}

/**
 * Creates a check of the requested host: throws 400 and 421. With a wildcard address it also accepts any IP address,
 * but no unknown name.
 */
export function hostCheck(host: string, publicUrl: URL | null): (request: Incoming) => void {
  const known = new Set([...local, nameOf(host), ...(publicUrl ? [publicUrl.hostname.toLowerCase()] : [])])
  if (host.includes(':') && !host.startsWith('[')) known.add(`[${host.toLowerCase()}]`)
  const anyAddress = everywhere.has(host)
  return (request) => {
    const name = nameOf(sentHost(request))
    if (!known.has(name) && !(anyAddress && isAddress(name))) throw unknownHost()
  }
}
