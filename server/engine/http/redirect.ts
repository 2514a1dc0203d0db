/** One request of a chain: what is sent where, and where its answer sends on to. */
import { OutgoingError } from '#server/engine/engine-tools.ts'
import { about } from '#server/base/installation.ts'
import { codings } from './body.ts'

/** Longest address: some servers take no more. */
const maxUrl = 8_000

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type Method = (typeof methods)[number]

function methodOf(text: string): Method {
  const method = methods.find((name) => name === text.toUpperCase())
  if (!method)
    throw new OutgoingError('bad_request', `${text} is not a valid method. Use ${methods.join(', ')}.`, false)
  return method
}

/** Headers that say nothing about who asks: another origin gets these alone. */
const plainHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'idempotency-key',
  'user-agent',
])
const ofBody: ReadonlySet<string> = new Set(['content-type', 'content-encoding', 'content-language'])

export interface ChainedRequest {
  method: Method
  url: URL
  headers: Record<string, string>
  body: string | null
  hasSecretBody: boolean
}

export interface AnswerHead {
  status: number
  headers: Record<string, string>
  bytes: Buffer
}

/** The address, where it is one that may be asked; names are checked where they are looked up. */
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

/** Where an answer sends on to; null where it is an answer. `nameOf`: a host as an error may show it. */
export function redirectedRequest(
  hop: ChainedRequest,
  { status, headers }: AnswerHead,
  nameOf: (url: URL) => string,
): ChainedRequest | null {
  const location = headers['location']
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null
  const url = urlOf(location, hop.url)
  // As browsers do it.
  const becomesGet = (status === 303 && hop.method !== 'HEAD') || (status < 303 && hop.method === 'POST')
  const isElsewhere = url.origin !== hop.url.origin
  if (isElsewhere && hop.hasSecretBody && !becomesGet)
    throw new OutgoingError(
      'redirected_elsewhere',
      `${nameOf(hop.url)} redirects to ${nameOf(url)}, so the request was not sent on: its body contains a secret.`,
      false,
    )
  const kept = Object.entries(hop.headers).filter(
    ([name]) => (!isElsewhere || plainHeaders.has(name)) && (!becomesGet || !ofBody.has(name)),
  )
  return {
    url,
    method: becomesGet ? 'GET' : hop.method,
    body: becomesGet ? null : hop.body,
    hasSecretBody: hop.hasSecretBody,
    headers: Object.fromEntries(kept),
  }
}

/** The first request. */
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
