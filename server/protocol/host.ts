/** Which names the service answers to. A page of another name that resolves to this machine gets nothing (DNS rebinding). */
import { Fault } from '#server/fault.ts'

const local = ['localhost', '127.0.0.1', '[::1]']
/** Addresses that mean "every address of this machine": whoever sets them is reached by whatever name leads there. */
const everywhere = new Set(['0.0.0.0', '::', '[::]'])

const nameOf = (host: string): string => {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return name.endsWith('.') ? name.slice(0, -1) : name
}

const isAddress = (name: string): boolean => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name) || /^\[[0-9a-f:.]+\]$/.test(name)

/** A check of `Host`: throws 421. Bound to every address, it also takes any address, but no unknown name. */
export function hostCheck(host: string, publicUrl: URL | null): (sent: string | null) => void {
  const known = new Set([...local, nameOf(host), ...(publicUrl ? [publicUrl.hostname.toLowerCase()] : [])])
  if (host.includes(':') && !host.startsWith('[')) known.add(`[${host.toLowerCase()}]`)
  const anyAddress = everywhere.has(host)
  return (sent) => {
    const name = sent === null ? '' : nameOf(sent)
    if (known.has(name) || (anyAddress && isAddress(name))) return
    throw new Fault(
      'unknown_host',
      'This service does not answer to that name. Set PUBLIC_URL to the address that people use.',
    )
  }
}
