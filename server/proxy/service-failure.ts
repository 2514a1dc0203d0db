/** Errors of the service behind the console, as messages for the operator. */
import { Fault } from '#server/base/fault.ts'

/** Kind of timeout. */
export type Wait = 'connect' | 'upload' | 'answer' | 'rest'

/** The service timed out. */
export class ServiceTimeout extends Error {
  override name = 'Late'
  readonly wait: Wait
  readonly ms: number
  constructor(wait: Wait, ms: number) {
    super(`late: ${wait}`)
    this.wait = wait
    this.ms = ms
  }
}

interface Words {
  what: string
  todo: string
}

const words = (what: string, todo: string): Words => ({ what, todo })

const authority = 'Add the certificate of its authority to NODE_EXTRA_CA_CERTS and restart the console.'
const chain = words(
  'does not send the intermediate certificate',
  `Configure the service to send the full chain. Or: ${authority}`,
)

/** By Node's TLS error codes: nothing was sent, because the server could not be authenticated. */
const tls: Record<string, Words> = {
  CERT_HAS_EXPIRED: words('has an expired certificate', 'Renew it on the service.'),
  CERT_NOT_YET_VALID: words('has a certificate that is not valid yet', 'Check the clocks of both machines.'),
  DEPTH_ZERO_SELF_SIGNED_CERT: words(
    'has a self-signed certificate',
    'Add it to NODE_EXTRA_CA_CERTS and restart the console, or use a certificate from a trusted authority.',
  ),
  SELF_SIGNED_CERT_IN_CHAIN: words('has a certificate from an unknown authority', authority),
  UNABLE_TO_GET_ISSUER_CERT: chain,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: words('has a certificate from an unknown authority', authority),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: chain,
  CERT_UNTRUSTED: words('has a certificate from an unknown authority', authority),
  CERT_REVOKED: words('has a revoked certificate', 'Install a new one on the service.'),
  ERR_TLS_CERT_ALTNAME_INVALID: words(
    'has a certificate for another host name',
    'Use a host name in API_BASE_URL that the certificate covers.',
  ),
}

/** By Node's codes of failed connections: nothing was sent. */
const connection: Record<string, Words> = {
  ENOTFOUND: words('was not found by DNS', 'Check API_BASE_URL and the DNS settings of this machine.'),
  EAI_AGAIN: words(
    'cannot be looked up because DNS is unavailable',
    'Check the network and the DNS settings of this machine.',
  ),
  EAI_NODATA: words('has no address in DNS', 'Check API_BASE_URL.'),
  ECONNREFUSED: words('refused the connection', 'Start the service, or check the port in API_BASE_URL.'),
  EHOSTUNREACH: words('cannot be reached from this machine', 'Check the network, VPN and firewall.'),
  EHOSTDOWN: words('cannot be reached from this machine', 'Check the network, VPN and firewall.'),
  ENETUNREACH: words('cannot be reached from this machine', 'Check the network, VPN and firewall.'),
  EADDRNOTAVAIL: words('cannot be reached from this machine', 'Check the network, VPN and firewall.'),
  ETIMEDOUT: words('did not accept the connection', 'Check the network, VPN and firewall.'),
}

const codeOf = (error: unknown): string => {
  // One error per address of a name.
  const one: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error
  return one instanceof Error && 'code' in one && typeof one.code === 'string' ? one.code : ''
}

/** Added after a write that may have arrived. */
const doubt = ' The request may have been processed. Check before you repeat it.'

const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`

function lateFault({ wait, ms }: ServiceTimeout, host: string, rest: string): Fault {
  if (wait === 'connect')
    return new Fault(
      'upstream_unreachable',
      `${host} did not accept the connection within ${seconds(ms)}. Check the network, VPN and firewall.`,
    )
  const what = wait === 'upload' ? 'stopped receiving the body' : 'did not respond'
  return new Fault('upstream_timeout', `${host} ${what} for ${seconds(ms)}. Check the service or try again.${rest}`)
}

/**
 * Converts an error to a fault: 502 `upstream_unreachable` and `upstream_untrusted` if nothing was sent, 502
 * `upstream_broken` and 504 `upstream_timeout` if it may have arrived.
 */
export function serviceFault(error: unknown, base: URL, isWrite: boolean): Fault {
  if (error instanceof Fault) return error
  const { host } = base
  const rest = isWrite ? doubt : ''
  if (error instanceof ServiceTimeout) return lateFault(error, host, rest)
  const code = codeOf(error)
  const untrusted = tls[code]
  if (untrusted)
    return new Fault('upstream_untrusted', `${host} ${untrusted.what}. ${untrusted.todo} Nothing was sent.`)
  const away = connection[code]
  if (away) return new Fault('upstream_unreachable', `${host} ${away.what}. ${away.todo}`)
  if (/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE/.test(code))
    return new Fault(
      'upstream_untrusted',
      `${host} aborted the TLS handshake. It requires a client certificate, which is not supported, or another TLS version.`,
    )
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_'))
    return new Fault(
      'upstream_untrusted',
      `${host} did not respond with valid TLS (${code}). Check whether API_BASE_URL begins with https:// although the service uses http.`,
    )
  if (code.startsWith('HPE_') || code === 'ERR_INVALID_CHAR')
    return new Fault(
      'upstream_broken',
      `${host} did not respond with valid HTTP (${code}). Check the scheme and port in API_BASE_URL.${rest}`,
    )
  if (code === 'EPIPE')
    return new Fault(
      'upstream_broken',
      `${host} closed the connection before the whole body was sent. The body may be too large for it.${rest}`,
    )
  return new Fault(
    'upstream_broken',
    `${host} closed the connection before it responded. Check the service or try again.${rest}`,
  )
}
