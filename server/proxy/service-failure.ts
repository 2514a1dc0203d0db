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

const authority = 'Name the certificate of its authority in NODE_EXTRA_CA_CERTS and start the console again.'
const chain = words(
  'has a certificate that leaves out the authority between it and a known one',
  `Let the service send the whole chain, or: ${authority}`,
)

/** By Node's TLS error codes: nothing was sent, because the server could not be authenticated. */
const tls: Record<string, Words> = {
  CERT_HAS_EXPIRED: words('has a certificate that has expired', 'Renew it at the service.'),
  CERT_NOT_YET_VALID: words('has a certificate that is not valid yet', 'Check the clocks of both machines.'),
  DEPTH_ZERO_SELF_SIGNED_CERT: words(
    'has a certificate that it has signed itself',
    'Name that certificate in NODE_EXTRA_CA_CERTS and start the console again, or give the service one of a known authority.',
  ),
  SELF_SIGNED_CERT_IN_CHAIN: words('has a certificate of an authority that is not known here', authority),
  UNABLE_TO_GET_ISSUER_CERT: chain,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: words('has a certificate of an authority that is not known here', authority),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: chain,
  CERT_UNTRUSTED: words('has a certificate of an authority that is not known here', authority),
  CERT_REVOKED: words('has a certificate that was revoked', 'Give the service a new one.'),
  ERR_TLS_CERT_ALTNAME_INVALID: words(
    'has a certificate for another name',
    'Use a name in API_BASE_URL for which its certificate is valid.',
  ),
}

/** By Node's codes of failed connections: nothing was sent. */
const connection: Record<string, Words> = {
  ENOTFOUND: words('has a name that is not found', 'Check API_BASE_URL, and the name service of this machine.'),
  EAI_AGAIN: words(
    'has a name that cannot be looked up at the moment',
    'Check the network and the name service of this machine.',
  ),
  EAI_NODATA: words('has a name without an address', 'Check API_BASE_URL.'),
  ECONNREFUSED: words('does not listen', 'Start it, or check the port in API_BASE_URL.'),
  EHOSTUNREACH: words('cannot be reached from this machine', 'Check network, VPN and firewall.'),
  EHOSTDOWN: words('cannot be reached from this machine', 'Check network, VPN and firewall.'),
  ENETUNREACH: words('cannot be reached from this machine', 'Check network, VPN and firewall.'),
  EADDRNOTAVAIL: words('cannot be reached from this machine', 'Check network, VPN and firewall.'),
  ETIMEDOUT: words('does not take the connection', 'Check network, VPN and firewall.'),
}

const codeOf = (error: unknown): string => {
  // One error per address of a name.
  const one: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error
  return one instanceof Error && 'code' in one && typeof one.code === 'string' ? one.code : ''
}

/** Added after a write that may have arrived. */
const doubt = ' Whether it did what was asked is not known: look before you repeat it.'

const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`

function lateFault({ wait, ms }: ServiceTimeout, host: string, rest: string): Fault {
  if (wait === 'connect')
    return new Fault(
      'upstream_unreachable',
      `${host} does not take the connection within ${seconds(ms)}. Check network, VPN and firewall.`,
    )
  const what = wait === 'upload' ? 'took nothing more of the body' : 'gave no answer'
  return new Fault('upstream_timeout', `${host} ${what} for ${seconds(ms)}. Look at the service, or try again.${rest}`)
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
      `${host} breaks off the TLS handshake: it asks for a certificate of ours, which is not supported, or for another version of TLS.`,
    )
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_'))
    return new Fault(
      'upstream_untrusted',
      `${host} does not speak TLS as it should (${code}). Check whether API_BASE_URL begins with https:// where the service speaks http.`,
    )
  if (code.startsWith('HPE_') || code === 'ERR_INVALID_CHAR')
    return new Fault(
      'upstream_broken',
      `${host} did not answer in HTTP (${code}). Check scheme and port of API_BASE_URL.${rest}`,
    )
  if (code === 'EPIPE')
    return new Fault(
      'upstream_broken',
      `${host} closed the connection before it had the whole body; perhaps it takes none of this size.${rest}`,
    )
  return new Fault(
    'upstream_broken',
    `${host} closed the connection before it answered. Look at the service, or try again.${rest}`,
  )
}
