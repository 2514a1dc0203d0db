/** Form draft of a connection's credentials, and its validation. Pure. */
import type { SignInKind } from '#api/connection/connection.ts'
import { needsSecret } from '#api/connection/connections.ts'

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
/** Common headers that pages may not set. Source: Fetch, "forbidden request-header". */
const forbiddenHeaders =
  /^(?:cookie2?|host|origin|referer|connection|content-length|date|expect|te|via|upgrade|sec-.*|proxy-.*)$/i

const headerProblem = (header: string): string | undefined => {
  if (header.trim() === '') return 'Enter the header name, such as X-API-Key.'
  if (!headerName.test(header.trim())) return 'Use letters, digits and hyphens only.'
  return forbiddenHeaders.test(header.trim())
    ? 'Browsers do not allow pages to set this header. Use another.'
    : undefined
}

/** Characters allowed in a header: printable ASCII. */
const headerValuePattern = /^[\x20-\x7e]+$/

/** Validates a draft. `hasStored`: the connection has stored credentials, which are kept if the field is empty. */
export function signInProblemsOf({ kind, header, secret }: SignInDraft, hasStored: boolean): SignInProblems {
  if (!needsSecret(kind)) return {}
  const headerError = kind === 'header' ? headerProblem(header) : undefined
  const typed = secret.trim()
  const secretError =
    typed === ''
      ? hasStored
        ? undefined
        : 'Enter the credentials that the service gave you.'
      : headerValuePattern.test(typed)
        ? undefined
        : 'The credentials contain characters that are not allowed in a header. Copy them again.'
  return {
    ...(headerError === undefined ? {} : { header: headerError }),
    ...(secretError === undefined ? {} : { secret: secretError }),
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

/** The absolute base URL, or why it cannot be used. `pageUrl` = the URL of this page. */
export function parseBaseUrl(typed: string, pageUrl: string): { base: string } | { problem: string } {
  const text = typed.trim()
  if (text === '') return { problem: 'Enter the base URL of the service.' }
  // "api.example.com/v1" is read as a host, "/api" as a path on this page's host.
  const isHostOnly = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/|$)/.test(text) || /^localhost(?::\d+)?(?:\/|$)/.test(text)
  const fullUrl = isHostOnly ? `https://${text}` : text
  if (!URL.canParse(fullUrl, pageUrl)) return { problem: 'This is not a URL. Use one like https://example.com/api.' }
  const url = new URL(fullUrl, pageUrl)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { problem: 'Use a URL that begins with https:// or http://.' }
  if (url.username !== '' || url.password !== '')
    return { problem: 'Do not put a password in the URL, where others can see it. Choose a sign-in method instead.' }
  if (url.search !== '' || url.hash !== '') return { problem: 'Remove “?” or “#” and everything after it.' }
  return { base: url.href.replace(/\/+$/, '') }
}
