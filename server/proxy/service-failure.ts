/** Errors of the service behind the console, as messages for the operator. */
import { Fault } from '#server/base/fault.ts'

/** Kind of timeout. */
export type WaitPhase = 'connect' | 'upload' | 'answer' | 'rest'

/** The service timed out. */
export class ServiceTimeout extends Error {
  override name = 'ServiceTimeout'
  readonly phase: WaitPhase
  readonly ms: number
  constructor(phase: WaitPhase, ms: number) {
    super(`timeout: ${phase}`)
    this.phase = phase
    this.ms = ms
  }
}

interface FailureText {
  predicate: string
  remedy: string
}

const failureText = (predicate: string, remedy: string): FailureText => ({ predicate, remedy })

const authority = 'Add the certificate of its authority to NODE_EXTRA_CA_CERTS and restart the console.'
const chain = failureText(
  'does not send the intermediate certificate',
  `Configure the service to send the full chain. Or: ${authority}`,
)

/** By Node's TLS error codes: nothing was sent, because the server could not be authenticated. */
const tls: Record<string, FailureText> = {
  CERT_HAS_EXPIRED: failureText('has an expired certificate', 'Renew it on the service.'),
  CERT_NOT_YET_VALID: failureText('has a certificate that is not valid yet', 'Check the clocks of both machines.'),
  DEPTH_ZERO_SELF_SIGNED_CERT: failureText(
    'has a self-signed certificate',
    'Add it to NODE_EXTRA_CA_CERTS and restart the console, or use a certificate from a trusted authority.',
  ),
  SELF_SIGNED_CERT_IN_CHAIN: failureText('has a certificate from an unknown authority', authority),
  UNABLE_TO_GET_ISSUER_CERT: chain,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: failureText('has a certificate from an unknown authority', authority),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: chain,
  CERT_UNTRUSTED: failureText('has a certificate from an unknown authority', authority),
  CERT_REVOKED: failureText('has a revoked certificate', 'Install a new one on the service.'),
  ERR_TLS_CERT_ALTNAME_INVALID: failureText(
    'has a certificate for another host name',
    'Use a host name in API_BASE_URL that the certificate covers.',
  ),
}

/** By Node's codes of failed connections: nothing was sent. */
const connection: Record<string, FailureText> = {
  ENOTFOUND: failureText('was not found by DNS', 'Check API_BASE_URL and the DNS settings of this machine.'),
  EAI_AGAIN: failureText(
    'cannot be looked up because DNS is unavailable',
    'Check the network and the DNS settings of this machine.',
  ),
  EAI_NODATA: failureText('has no address in DNS', 'Check API_BASE_URL.'),
  ECONNREFUSED: failureText('refused the connection', 'Start the service, or check the port in API_BASE_URL.'),
  EHOSTUNREACH: failureText('cannot be reached from this machine', 'Check the network, VPN and firewall.'),
  EHOSTDOWN: failureText('cannot be reached from this machine', 'Check the network, VPN and firewall.'),
  ENETUNREACH: failureText('cannot be reached from this machine', 'Check the network, VPN and firewall.'),
  EADDRNOTAVAIL: failureText('cannot be reached from this machine', 'Check the network, VPN and firewall.'),
  ETIMEDOUT: failureText('did not accept the connection', 'Check the network, VPN and firewall.'),
}

const codeOf = (error: unknown): string => {
  // One error per address of a name.
  const one: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error
  return one instanceof Error && 'code' in one && typeof one.code === 'string' ? one.code : ''
}

/** Added after a write that may have arrived. */
const mayBeProcessed = ' The request may have been processed. Check before you repeat it.'

const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`

function timeoutFault({ phase, ms }: ServiceTimeout, host: string, rest: string): Fault {
  if (phase === 'connect')
    return new Fault(
      'upstream_unreachable',
      `${host} did not accept the connection within ${seconds(ms)}. Check the network, VPN and firewall.`,
    )
  const what = phase === 'upload' ? 'stopped receiving the body' : 'did not respond'
  return new Fault('upstream_timeout', `${host} ${what} for ${seconds(ms)}. Check the service or try again.${rest}`)
}

/**
 * Converts an error to a fault: 502 `upstream_unreachable` and `upstream_untrusted` if nothing was sent, 502
 * `upstream_broken` and 504 `upstream_timeout` if it may have arrived.
 */
export function serviceFault(error: unknown, base: URL, isWrite: boolean): Fault {
  if (error instanceof Fault) return error
  const { host } = base
  const rest = isWrite ? mayBeProcessed : ''
  if (error instanceof ServiceTimeout) return timeoutFault(error, host, rest)
  const code = codeOf(error)
  const untrusted = tls[code]
  if (untrusted)
    return new Fault('upstream_untrusted', `${host} ${untrusted.predicate}. ${untrusted.remedy} Nothing was sent.`)
  const connectionFailure = connection[code]
  if (connectionFailure)
    return new Fault('upstream_unreachable', `${host} ${connectionFailure.predicate}. ${connectionFailure.remedy}`)
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
