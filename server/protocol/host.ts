/** Which names the service answers to. A page of another name that resolves to this machine gets nothing (DNS rebinding). */
import { Fault } from '#server/base/fault.ts'
import { headerOf, type Incoming } from './incoming.ts'

const local = ['localhost', '127.0.0.1', '[::1]']
/** Addresses that mean "every address of this machine": whoever sets them is reached by whatever name leads there. */
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

/** The host that a request names. Throws 400 where it names two, and 421 where its address names another one. */
function sentHost(request: Incoming): string {
  const { message, authority } = request
  // Node takes the first, a proxy in front may have gone by the last (RFC 9112, 3.2).
  if ((message.headersDistinct['host'] ?? []).length > 1)
    throw new Fault('invalid', 'The request has more than one Host header.')
  const host = headerOf(request, 'host') ?? ''
  if (authority !== null && authority.toLowerCase() !== host.toLowerCase()) throw unknownHost()
  return host
}

/** A check of the host that a request names: throws 400 and 421. Bound to every address, it also takes any address, but no unknown name. */
export function hostCheck(host: string, publicUrl: URL | null): (request: Incoming) => void {
  const known = new Set([...local, nameOf(host), ...(publicUrl ? [publicUrl.hostname.toLowerCase()] : [])])
  if (host.includes(':') && !host.startsWith('[')) known.add(`[${host.toLowerCase()}]`)
  const anyAddress = everywhere.has(host)
  return (request) => {
    const name = nameOf(sentHost(request))
    if (!known.has(name) && !(anyAddress && isAddress(name))) throw unknownHost()
  }
}
