/** Form draft of a connection's credentials, and its problems. Pure. */
import type { SignInKind } from '#api/connection/connection.ts'
import { takesSecret } from '#api/connection/connections.ts'

export interface SignInDraft {
  kind: SignInKind
  /** Name of the header, if `kind` is `header`. */
  header: string
  secret: string
  /** On this device; else for the tab. */
  remembers: boolean
}

export type SignInProblems = Partial<Record<'header' | 'secret', string>>

/** Names of headers. Source: RFC 9110, 5.6.2. */
const headerName = /^[!#$%&'*+.^_`|~\w-]+$/
/** Headers that browsers control. Source: Fetch, "forbidden request-header". */
const notOurs =
  /^(?:cookie2?|host|origin|referer|connection|content-length|date|expect|te|via|upgrade|sec-.*|proxy-.*)$/i

const headerProblem = (header: string): string | undefined => {
  if (header.trim() === '') return 'Type the name of the header, such as X-API-Key.'
  if (!headerName.test(header.trim())) return 'Names of headers have letters, digits and hyphens.'
  return notOurs.test(header.trim()) ? 'Browsers let no page set this header.' : undefined
}

/** Characters allowed in a header: printable ASCII. */
const sendable = /^[\x20-\x7e]+$/

/** `isKept`: the connection has stored credentials, which are kept if the field is empty. */
export function signInProblemsOf({ kind, header, secret }: SignInDraft, isKept: boolean): SignInProblems {
  if (!takesSecret(kind)) return {}
  const ofHeader = kind === 'header' ? headerProblem(header) : undefined
  const typed = secret.trim()
  const ofSecret =
    typed === ''
      ? isKept
        ? undefined
        : 'Type what the service gave you to sign in with.'
      : sendable.test(typed)
        ? undefined
        : 'It holds characters that no header can carry. Copy it again.'
  return {
    ...(ofHeader === undefined ? {} : { header: ofHeader }),
    ...(ofSecret === undefined ? {} : { secret: ofSecret }),
  }
}

export const signInKindWords: Readonly<Record<SignInKind, string>> = {
  none: 'None',
  token: 'Token',
  bearer: 'Bearer',
  header: 'A header of its own',
  cookie: 'A cookie of this address',
}

export const signInKindMeanings: Readonly<Record<SignInKind, string>> = {
  none: 'Nothing is sent.',
  token: 'Sent as “Authorization: Token …”.',
  bearer: 'Sent as “Authorization: Bearer …”.',
  header: 'Sent in a header that the service names.',
  cookie: 'The browser sends the cookie of this very address, and of no other.',
}

/** The absolute base URL, or why it cannot be used. `here` = the URL of this page. */
export function baseIn(typed: string, here: string): { base: string } | { problem: string } {
  const text = typed.trim()
  if (text === '') return { problem: 'Type the address under which the service’s paths begin.' }
  // "api.example.com/v1" is read as a host, "/api" as a path of this one.
  const isBare = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/|$)/.test(text) || /^localhost(?::\d+)?(?:\/|$)/.test(text)
  const whole = isBare ? `https://${text}` : text
  if (!URL.canParse(whole, here)) return { problem: 'This is no address. It looks like https://example.com/api.' }
  const url = new URL(whole, here)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'It begins with https:// or http://.' }
  if (url.username !== '' || url.password !== '')
    return { problem: 'A password does not belong in an address: it would be seen. Choose a kind of sign-in.' }
  if (url.search !== '' || url.hash !== '') return { problem: 'It ends before “?” and “#”.' }
  return { base: url.href.replace(/\/+$/, '') }
}
