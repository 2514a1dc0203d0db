/**
 * Connections to allowed addresses only: a name is resolved once per connection, and its addresses are checked before
 * they are used.
 */
import { lookup as lookUp } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { HostError } from '#server/engine/engine-tools.ts'

/** Resolves a name to addresses. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

const resolveBySystem: Resolve = (host) => lookUp(host, { all: true })

/** Timeout in ms for DNS lookup, connection and TLS handshake. */
const connectMs = 10_000

export interface ConnectOptions {
  allowed: (address: string) => boolean
  resolve?: Resolve | undefined
  /** An origin from the operator's configuration, which is reachable at any address. */
  trusted?: URL | undefined
  /** Certificate authorities (PEM) that replace the default ones. */
  ca?: string | undefined
}

/** The message omits the resolved address, in order not to reveal addresses of an internal network. */
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

/** Connector for undici's Agent. */
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
  // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect.
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
    // IP addresses are not looked up, so they are checked before connecting.
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
