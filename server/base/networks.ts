/** Which addresses are public, and which others are allowed. Addresses, never names. Source: IANA's special-purpose registries. */
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
  // Relays to 6to4, given up in RFC 7526.
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** All that is public in IPv6; mapped, compatible, translated, local and link-local addresses are no part of it. */
const global6 = ['2000::/3']
/** Within it: protocols (Teredo among them), documentation, 6to4 (which holds any IPv4 address). */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

type Family = 'ipv4' | 'ipv6'
const familyOf = (address: string): Family | null => {
  // With a zone ("fe80::1%eth0") it is an address of this machine's own links.
  const version = address.includes('%') ? 0 : isIP(address)
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6'
}

/** "10.0.0.0/8" or a single address; null where it is neither. */
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

/** Says of an address whether it may be reached: a public one, or one of `allow` ("127.0.0.1", "10.0.0.0/8"). */
export function makeAllowed(allow: readonly string[]): (address: string) => boolean {
  // Of each family its own: BlockList takes "::ffff:127.0.0.1" for 127.0.0.1, and nobody has allowed that one.
  const of = (family: Family) => listOf(allow.filter((text) => readNetwork(text)?.family === family))
  const lists = { ipv4: of('ipv4'), ipv6: of('ipv6') }
  return (address) => {
    if (isPublic(address)) return true
    const family = familyOf(address)
    return family !== null && lists[family].check(address, family)
  }
}

/** OUTGOING_ALLOW: addresses and networks by comma or space; where one is none, what is wrong with it. */
export function readNetworks(text: string): readonly string[] | string {
  const all = text.split(/[\s,]+/).filter((part) => part !== '')
  const wrong = all.find((part) => readNetwork(part) === null)
  if (wrong === undefined) return all
  return `"${wrong}" is not an IP address. Use addresses and networks like 127.0.0.1, 10.0.0.0/8. Names are not allowed.`
}
