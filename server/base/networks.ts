/**
 * Public addresses, and additionally allowed ones. IP addresses only, no names. Source: IANA's special-purpose
 * registries.
 */
import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are not the public internet. */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  // 6to4 relays, deprecated by RFC 7526.
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Public IPv6; mapped, compatible, translated, local and link-local addresses are outside of it. */
const global6 = ['2000::/3']
/** Exceptions within it: protocols (including Teredo), documentation, 6to4 (which embeds any IPv4 address). */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

type Family = 'ipv4' | 'ipv6'
const familyOf = (address: string): Family | null => {
  // An address with a zone ("fe80::1%eth0") belongs to a link of this machine.
  const version = address.includes('%') ? 0 : isIP(address)
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6'
}

/** Parses "10.0.0.0/8" or a single address; null if it is neither. */
function readNetwork(text: string): { address: string; bits: number; family: Family } | null {
  const [address = '', bits, ...rest] = text.split('/')
  const family = familyOf(address)
  if (family === null || rest.length > 0) return null
  const most = family === 'ipv4' ? 32 : 128
  if (bits === undefined) return { address, bits: most, family }
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > most) return null
  return { address, bits: Number(bits), family }
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of networks) {
    const network = readNetwork(text)
    if (!network) throw new Error(`${text} is not a network.`)
    list.addSubnet(network.address, network.bits, network.family)
  }
  return list
}

const blocked4 = listOf(special4)
const open6 = listOf(global6)
const blocked6 = listOf(special6)

/** True for an address of the public internet. */
export function isPublic(address: string): boolean {
  const family = familyOf(address)
  if (family === 'ipv4') return !blocked4.check(address, 'ipv4')
  return family === 'ipv6' && open6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6')
}

/** Predicate for reachable addresses: public ones, and those of `allow` ("127.0.0.1", "10.0.0.0/8"). */
export function makeAllowed(allow: readonly string[]): (address: string) => boolean {
  // One list per family: an allowed 127.0.0.1 must not allow "::ffff:127.0.0.1", which BlockList treats as equal.
  const of = (family: Family) => listOf(allow.filter((text) => readNetwork(text)?.family === family))
  const lists = { ipv4: of('ipv4'), ipv6: of('ipv6') }
  return (address) => {
    if (isPublic(address)) return true
    const family = familyOf(address)
    return family !== null && lists[family].check(address, family)
  }
}

/** Parses OUTGOING_ALLOW: addresses and networks separated by commas or spaces; an error message if one is invalid. */
export function readNetworks(text: string): readonly string[] | string {
  const all = text.split(/[\s,]+/).filter((part) => part !== '')
  const wrong = all.find((part) => readNetwork(part) === null)
  if (wrong === undefined) return all
  return `"${wrong}" is not an IP address. Use addresses and networks like 127.0.0.1, 10.0.0.0/8. Names are not allowed.`
}
