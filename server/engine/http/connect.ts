/** Connections to addresses that are allowed: looked up once, all of them checked, and no others gone on with. */
import { lookup as lookUp } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { HostError } from '#server/engine/engine-tools.ts'

/** The addresses of a name. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

const resolveBySystem: Resolve = (host) => lookUp(host, { all: true })

/** Time for name, connection and TLS handshake. */
const connectMs = 10_000

export interface ConnectOptions {
  /** Whether an address may be reached. */
  allowed: (address: string) => boolean
  resolve?: Resolve | undefined
  /** An origin of the operator's own configuration, which is reached wherever it is. */
  trusted?: URL | undefined
  /** Authorities (PEM) in the place of the usual ones. */
  ca?: string | undefined
}

/** Says nothing of the address itself: what names mean within a network is nobody's business outside of it. */
export const refusal = (host: string) =>
  new HostError(
    'refused_address',
    host,
    `is ${isIP(bareHost(host)) === 0 ? 'at an address that is not public' : 'not a public address'}. An administrator can allow it with OUTGOING_ALLOW.`,
    false,
  )

/** The host of a URL without the brackets of an IPv6 address. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

const portOf = (port: string, protocol: string) => (port === '' ? (protocol === 'https:' ? '443' : '80') : port)

/** What undici's Agent connects with. */
export function makeConnect({ allowed, resolve = resolveBySystem, trusted, ca }: ConnectOptions) {
  const lookup: LookupFunction = (host, options, done) => {
    void (async () => {
      try {
        const found = await resolve(host)
        const [first] = found
        if (!first) done(new HostError('unreachable', host, 'has no address.', true), '')
        else if (!found.every(({ address }) => allowed(address))) done(refusal(host), '')
        else if (options.all === true) done(null, found)
        else done(null, first.address, first.family)
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)), '')
      }
    })()
  }
  // The variable that switches this check off for everything in the process does not hold here.
  const common = { timeout: connectMs, rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) }
  const guarded = buildConnector({ ...common, lookup })
  const open = buildConnector(common)
  const isTrusted = (options: buildConnector.Options) =>
    trusted !== undefined &&
    options.protocol === trusted.protocol &&
    bareHost(options.hostname) === bareHost(trusted.hostname) &&
    portOf(options.port, options.protocol) === portOf(trusted.port, trusted.protocol)
  return (options: buildConnector.Options, done: buildConnector.Callback): void => {
    if (isTrusted(options)) {
      open(options, done)
      return
    }
    const host = bareHost(options.hostname)
    // For an address nothing is looked up.
    if (isIP(host) !== 0 && !allowed(host)) {
      done(refusal(host), null)
      return
    }
    guarded(options, (error, socket) => {
      if (error) done(error, null)
      else if (allowed(socket.remoteAddress ?? '')) done(null, socket)
      else {
        socket.destroy()
        done(refusal(host), null)
      }
    })
  }
}
