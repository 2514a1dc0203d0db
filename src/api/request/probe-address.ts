/** Asks an address once, as it is: what a test of a connection sees. Nothing is read into a shape, nothing is sent but GET. */
import { timeoutMs } from './early-requests.ts'

/** What is asked, and with which sign-in. */
export interface ProbeTarget {
  /** The whole base URL, without a slash at its end. */
  base: string
  headers: Record<string, string>
}

/** An answer of HTTP, whatever it is. */
export interface ProbeAnswer {
  is: 'answer'
  status: number
  contentType: string
  /** `WWW-Authenticate`, where one may read it. */
  challenge: string
  /** Where the answer came from, if that is another address than the one that was asked. */
  movedTo: string | null
  text: string
  /** More came than is read for a test. */
  isCut: boolean
  tookMs: number
}

/**
 * No answer: `timeout` after a minute; `policy` = this page may not ask there (Content-Security-Policy); `mixed` = http from a page
 * of https; `unreachable` = nothing there, or something there that does not allow this page; `stopped` by `signal`.
 */
export interface ProbeFailure {
  is: 'silent'
  why: 'timeout' | 'policy' | 'mixed' | 'unreachable' | 'stopped'
  tookMs: number
}

/** A list of some thousand flows. What is longer is told by its beginning: a test must not fill a phone. */
const readLimit = 8_000_000

const ownNames = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** Browsers refuse http to a page that came by https, but for the same machine. */
const isMixed = (url: URL): boolean =>
  location.protocol === 'https:' && url.protocol === 'http:' && !ownNames.test(url.hostname)

async function textOf(answer: Response): Promise<{ text: string; isCut: boolean }> {
  const reader = answer.body?.getReader()
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length
    text += decoder.decode(part.value, { stream: true })
    if (length <= readLimit) continue
    await reader?.cancel()
    return { text, isCut: true }
  }
  return { text: text + decoder.decode(), isCut: false }
}

/** Watches whether the page's own rules forbid what is asked; gives back how to ask and how to end. */
function watchPolicy(url: URL): { isForbidden: () => Promise<boolean>; end: () => void } {
  let forbidden = false
  const listen = (event: SecurityPolicyViolationEvent) => {
    if (event.effectiveDirective === 'connect-src' && event.blockedURI.startsWith(url.origin)) forbidden = true
  }
  document.addEventListener('securitypolicyviolation', listen)
  return {
    // The event comes as a task of its own, after the refusal.
    isForbidden: () => new Promise((resolve) => setTimeout(() => resolve(forbidden))),
    end: () => document.removeEventListener('securitypolicyviolation', listen),
  }
}

/** Asks for `path` below the base of a target. Never rejects. */
export async function probeAddress(
  { base, headers }: ProbeTarget,
  path: string,
  signal: AbortSignal,
): Promise<ProbeAnswer | ProbeFailure> {
  const url = new URL(`${base}${path}`)
  const started = performance.now()
  const tookMs = () => Math.round(performance.now() - started)
  if (isMixed(url)) return { is: 'silent', why: 'mixed', tookMs: 0 }
  const policy = watchPolicy(url)
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      credentials: 'same-origin',
      // A header that somebody invented would go along to wherever a redirect leads.
      redirect: 'authorization' in headers || Object.keys(headers).length === 0 ? 'follow' : 'error',
      cache: 'no-store',
      signal: AbortSignal.any([signal, limit]),
    })
    return {
      is: 'answer',
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? '',
      challenge: answer.headers.get('www-authenticate') ?? '',
      movedTo: answer.redirected ? answer.url : null,
      ...(await textOf(answer)),
      tookMs: tookMs(),
    }
  } catch {
    const why = signal.aborted
      ? 'stopped'
      : limit.aborted
        ? 'timeout'
        : (await policy.isForbidden())
          ? 'policy'
          : 'unreachable'
    return { is: 'silent', why, tookMs: tookMs() }
  } finally {
    policy.end()
  }
}
