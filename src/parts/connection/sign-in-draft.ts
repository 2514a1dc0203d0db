/** Form draft of a connection's credentials, and its validation. Pure. */
import type { SignInKind } from '#api/connection/connection.ts'
import { takesSecret } from '#api/connection/connections.ts'

export interface SignInDraft {
  kind: SignInKind
  /** Name of the header, if `kind` is `header`. */
  header: string
  secret: string
  /** Whether the credentials are stored on this device; else only for the tab. */
  remembers: boolean
}

export type SignInProblems = Partial<Record<'header' | 'secret', string>>

/** Valid header names. Source: RFC 9110, 5.6.2. */
const headerName = /^[!#$%&'*+.^_`|~\w-]+$/
/** Headers that pages may not set. Source: Fetch, "forbidden request-header". */
const notOurs =
  /^(?:cookie2?|host|origin|referer|connection|content-length|date|expect|te|via|upgrade|sec-.*|proxy-.*)$/i

const headerProblem = (header: string): string | undefined => {
  if (header.trim() === '') return 'Enter the header name, such as X-API-Key.'
  if (!headerName.test(header.trim())) return 'Use letters, digits and hyphens only.'
  return notOurs.test(header.trim()) ? 'Browsers do not allow pages to set this header.' : undefined
}

/** Characters allowed in a header: printable ASCII. */
const sendable = /^[\x20-\x7e]+$/

/** Validates a draft. `isKept`: the connection has stored credentials, which are kept if the field is empty. */
export function signInProblemsOf({ kind, header, secret }: SignInDraft, isKept: boolean): SignInProblems {
  if (!takesSecret(kind)) return {}
  const ofHeader = kind === 'header' ? headerProblem(header) : undefined
  const typed = secret.trim()
  const ofSecret =
    typed === ''
      ? isKept
        ? undefined
        : 'Enter the credentials that the service gave you.'
      : sendable.test(typed)
        ? undefined
        : 'The credentials contain characters that are not allowed in a header. Copy them again.'
  return {
    ...(ofHeader === undefined ? {} : { header: ofHeader }),
    ...(ofSecret === undefined ? {} : { secret: ofSecret }),
  }
}

export const signInKindWords: Readonly<Record<SignInKind, string>> = {
  none: 'None',
  token: 'Token',
  bearer: 'Bearer',
  header: 'Custom header',
  cookie: 'Cookie',
}

export const signInKindMeanings: Readonly<Record<SignInKind, string>> = {
  none: 'Nothing is sent.',
  token: 'Sent as “Authorization: Token …”.',
  bearer: 'Sent as “Authorization: Bearer …”.',
  header: 'Sent in the header that the service requires.',
  cookie: 'The browser sends the cookie of this site only.',
}

/** The absolute base URL, or why it cannot be used. `here` = the URL of this page. */
export function baseIn(typed: string, here: string): { base: string } | { problem: string } {
  const text = typed.trim()
  if (text === '') return { problem: 'Enter the base URL of the service.' }
  // "api.example.com/v1" is read as a host, "/api" as a path on this page's host.
  const isBare = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/|$)/.test(text) || /^localhost(?::\d+)?(?:\/|$)/.test(text)
  const whole = isBare ? `https://${text}` : text
  if (!URL.canParse(whole, here)) return { problem: 'This is not a URL. Use one like https://example.com/api.' }
  const url = new URL(whole, here)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { problem: 'Use a URL that begins with https:// or http://.' }
  if (url.username !== '' || url.password !== '')
    return { problem: 'Do not put a password in the URL, where others can see it. Choose a sign-in method instead.' }
  if (url.search !== '' || url.hash !== '') return { problem: 'Remove “?” or “#” and everything after it.' }
  return { base: url.href.replace(/\/+$/, '') }
}
