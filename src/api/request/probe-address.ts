/** One probe request to an address, for the test of a connection. The response is not converted. Always a GET. */
import { timeoutMs } from './early-requests.ts'

/** Address and credentials of a probe. */
export interface ProbeTarget {
  /** The absolute base URL, without a trailing slash. */
  base: string
  headers: Record<string, string>
}

/** An HTTP response of any status. */
export interface ProbeResponse {
  is: 'answer'
  status: number
  contentType: string
  /** `WWW-Authenticate`, if it is readable. */
  challenge: string
  /** The final URL after redirects, if it differs from the requested one. */
  redirectedTo: string | null
  text: string
  /** The body was longer than the limit of a test. */
  isTruncated: boolean
  durationMs: number
}

/**
 * No response: `timeout` after 60 s; `policy` = forbidden by this page's Content-Security-Policy; `mixed` = http from
 * an https page; `unreachable` = no server, or no CORS permission for this page; `stopped` = aborted by `signal`.
 */
export interface ProbeFailure {
  is: 'silent'
  reason: 'timeout' | 'policy' | 'mixed' | 'unreachable' | 'stopped'
  durationMs: number
}

/** Maximum bytes of a response, enough for some thousand flows. Longer ones are cut, to limit memory on a phone. */
const readLimit = 8_000_000

const loopbackHosts = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** Browsers block http requests of an https page, except to the same machine. */
const isMixed = (url: URL): boolean =>
  location.protocol === 'https:' && url.protocol === 'http:' && !loopbackHosts.test(url.hostname)

async function textOf(response: Response): Promise<{ text: string; isTruncated: boolean }> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length
    text += decoder.decode(part.value, { stream: true })
    if (length <= readLimit) continue
    await reader?.cancel()
    return { text, isTruncated: true }
  }
  return { text: text + decoder.decode(), isTruncated: false }
}

/** Detects whether the page's own Content-Security-Policy forbids a URL; returns the check and its cleanup. */
function watchPolicy(url: URL): { isForbidden: () => Promise<boolean>; end: () => void } {
  let forbidden = false
  const listen = (event: SecurityPolicyViolationEvent) => {
    if (event.effectiveDirective === 'connect-src' && event.blockedURI.startsWith(url.origin)) forbidden = true
  }
  document.addEventListener('securitypolicyviolation', listen)
  return {
    // The event arrives in a later task than the refusal.
    isForbidden: () => new Promise((resolve) => setTimeout(() => resolve(forbidden))),
    end: () => document.removeEventListener('securitypolicyviolation', listen),
  }
}

/** Requests `path` below the base URL of a target. Never rejects. */
export async function probeAddress(
  { base, headers }: ProbeTarget,
  path: string,
  signal: AbortSignal,
): Promise<ProbeResponse | ProbeFailure> {
  const url = new URL(`${base}${path}`)
  const started = performance.now()
  const durationMs = () => Math.round(performance.now() - started)
  if (isMixed(url)) return { is: 'silent', reason: 'mixed', durationMs: 0 }
  const policy = watchPolicy(url)
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      credentials: 'same-origin',
      // A browser would send a custom header to the target of a redirect as well.
      redirect: 'authorization' in headers || Object.keys(headers).length === 0 ? 'follow' : 'error',
      cache: 'no-store',
      signal: AbortSignal.any([signal, limit]),
    })
    return {
      is: 'answer',
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      challenge: response.headers.get('www-authenticate') ?? '',
      redirectedTo: response.redirected ? response.url : null,
      ...(await textOf(response)),
      durationMs: durationMs(),
    }
  } catch {
    const reason = signal.aborted
      ? 'stopped'
      : limit.aborted
        ? 'timeout'
        : (await policy.isForbidden())
          ? 'policy'
          : 'unreachable'
    return { is: 'silent', reason, durationMs: durationMs() }
  } finally {
    policy.end()
  }
}
