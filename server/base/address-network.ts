/**
 * Network that rate limits count as one sender: an IPv6 sender controls its whole /64 (RFC 6177: a site gets a /64 or
 * more).
 */
import { isIPv6 } from 'node:net'

/** 16-bit groups that form the prefix of a /64. */
const networkGroups = 4
const allGroups = 8

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser normalises every notation of an address; it does not accept zones ("%eth0").
  const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  return [...head, ...Array.from({ length: allGroups - head.length - tail.length }, () => '0'), ...tail]
}

const bytesOf = (group: string): number[] => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]

/**
 * The /64 of an IPv6 address, "2001:db8:1:2::/64"; an IPv4 address in its usual form, even if it was written as IPv6 or
 * with a port. Other text is returned unchanged.
 */
export function networkOf(sent: string): string {
  const address = /^\[(.*)\](?::\d+)?$/.exec(sent)?.[1] ?? /^([\d.]+):\d+$/.exec(sent)?.[1] ?? sent
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMapped ? groups.slice(6).flatMap(bytesOf).join('.') : `${groups.slice(0, networkGroups).join(':')}::/64`
}
