/**
 * What one signs in with, apart from the connections: for the tab (sessionStorage), or on this device where that was chosen
 * (localStorage). Each is bound to the address for which it was typed, and sent nowhere else.
 */
import { connection } from './connection.ts'

export interface Credential {
  /** The whole address (with its origin) to which it may be sent. */
  base: string
  /** Name and whole value of the header that carries it. */
  header: string
  value: string
}

export const credentialKey = (connectionId: string): string => `flow-console.credential ${connectionId}`

/** Where neither storage takes anything. */
export const heldHere = new Map<string, Credential>()

/** A base URL with its origin: "/api" and "https://here/api" are the same place. */
export const wholeBase = (base: string): string => new URL(base, location.href).href.replace(/\/+$/, '')

/** Null where the text is none. */
export function credentialIn(text: string | null): Credential | null {
  try {
    const { base, header, value }: Record<string, unknown> = JSON.parse(text ?? '{}')
    return typeof base === 'string' && typeof header === 'string' && typeof value === 'string'
      ? { base, header, value }
      : null
  } catch {
    return null
  }
}

/** What is kept for a connection, in this tab or on this device. */
export function credentialOf(connectionId: string): Credential | null {
  const key = credentialKey(connectionId)
  try {
    const kept = credentialIn(sessionStorage.getItem(key)) ?? credentialIn(localStorage.getItem(key))
    if (kept !== null) return kept
  } catch {
    // Storage is refused: the page holds it.
  }
  return heldHere.get(connectionId) ?? null
}

/** The headers that sign in a request to a base URL of this page's connection; none for any other address. */
export function signInHeaders(base: string): Record<string, string> {
  const kept = credentialOf(connection().id)
  return kept !== null && kept.base === wholeBase(base) ? { [kept.header]: kept.value } : {}
}

/**
 * How far a request follows redirects. Browsers take `Authorization` away where one leads to another origin, but no header
 * that somebody invented. What serves the page itself is trusted with where it sends its own requests; the proxy refuses what
 * leads elsewhere.
 */
export const redirectFor = (base: string): RequestRedirect =>
  new URL(base, location.href).origin !== location.origin &&
  Object.keys(signInHeaders(base)).some((name) => name.toLowerCase() !== 'authorization')
    ? 'error'
    : 'follow'

/** What every request to a base URL of this page's connection has in common. */
export const requestTo = (base: string) =>
  ({
    headers: { accept: 'application/json', ...signInHeaders(base) },
    credentials: 'same-origin',
    redirect: redirectFor(base),
  }) satisfies RequestInit
