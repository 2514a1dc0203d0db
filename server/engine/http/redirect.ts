/** Requests of a redirect chain: the first one, and the one that follows each redirect. */
import { OutgoingError } from '#server/engine/engine-tools.ts'
import { about } from '#server/base/installation.ts'
import { codings } from './body.ts'

/** Longest URL: some servers do not accept longer ones. */
const maxUrl = 8_000

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type Method = (typeof methods)[number]

function methodOf(text: string): Method {
  const method = methods.find((name) => name === text.toUpperCase())
  if (!method)
    throw new OutgoingError('bad_request', `${text} is not a valid method. Use ${methods.join(', ')}.`, false)
  return method
}

/** Headers without credentials, which may be sent to another origin. */
const crossOriginHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'idempotency-key',
  'user-agent',
])
const bodyHeaders: ReadonlySet<string> = new Set(['content-type', 'content-encoding', 'content-language'])

export interface ChainedRequest {
  method: Method
  url: URL
  headers: Record<string, string>
  body: string | null
  hasSecretBody: boolean
}

export interface ResponseHead {
  status: number
  headers: Record<string, string>
  bytes: Buffer
}

/** Parses a URL and checks its form; host names are checked when they are resolved. */
function urlOf(text: string, base?: URL): URL {
  let url: URL
  try {
    url = new URL(text, base)
  } catch {
    throw new OutgoingError('bad_url', 'This is not a URL. Use one like https://api.example.com/path.', false)
  }
  if (url.href.length > maxUrl)
    throw new OutgoingError('bad_url', `The URL is longer than ${maxUrl} characters.`, false)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new OutgoingError('bad_url', 'Use a URL that begins with https:// or http://.', false)
  if (url.username !== '' || url.password !== '')
    throw new OutgoingError('bad_url', 'Remove name and password from the URL. Use "auth" instead.', false)
  return url
}

/** The request that follows a redirect; null if the response is not a redirect. `nameOf`: display name of a host. */
export function redirectedRequest(
  request: ChainedRequest,
  { status, headers }: ResponseHead,
  nameOf: (url: URL) => string,
): ChainedRequest | null {
  const location = headers['location']
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null
  const url = urlOf(location, request.url)
  // Same as browsers.
  const becomesGet = (status === 303 && request.method !== 'HEAD') || (status < 303 && request.method === 'POST')
  const isCrossOrigin = url.origin !== request.url.origin
  if (isCrossOrigin && request.hasSecretBody && !becomesGet)
    throw new OutgoingError(
      'redirected_elsewhere',
      `${nameOf(request.url)} redirects to ${nameOf(url)}, so the request was not forwarded: its body contains a secret. If you trust that host, call it directly.`,
      false,
    )
  const keptEntries = Object.entries(request.headers).filter(
    ([name]) => (!isCrossOrigin || crossOriginHeaders.has(name)) && (!becomesGet || !bodyHeaders.has(name)),
  )
  return {
    url,
    method: becomesGet ? 'GET' : request.method,
    body: becomesGet ? null : request.body,
    hasSecretBody: request.hasSecretBody,
    headers: Object.fromEntries(keptEntries),
  }
}

/** The first request of a chain. Throws OutgoingError if method or URL are invalid. */
export const initialRequest = (
  method: string,
  url: string,
  headers: Iterable<[string, string]>,
  body: string | null,
  hasSecretBody = false,
): ChainedRequest => ({
  method: methodOf(method),
  url: urlOf(url),
  headers: {
    'user-agent': `${about.name}/${about.version}`,
    ...Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value])),
    'accept-encoding': codings,
  },
  body,
  hasSecretBody,
})
