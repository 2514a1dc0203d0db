/**
 * Credentials, stored apart from the connections: for the tab (sessionStorage), or on this device if the user chose
 * that (localStorage). Each is bound to the base URL for which it was entered, and sent to no other.
 */
import { connection } from './connection.ts'

export interface Credential {
  /** The absolute base URL to which it may be sent. */
  base: string
  /** Name of the header; `value` is its complete value. */
  header: string
  value: string
}

export const credentialKey = (connectionId: string): string => `flow-console.credential ${connectionId}`

/** Fallback in memory, if neither storage is available. */
export const credentialsInMemory = new Map<string, Credential>()

/** A base URL with its origin, so that "/api" and "https://here/api" compare as equal. */
export const absoluteBase = (base: string): string => new URL(base, location.href).href.replace(/\/+$/, '')

/** Null if the text is not a credential. */
export function parseCredential(text: string | null): Credential | null {
  try {
    const { base, header, value }: Record<string, unknown> = JSON.parse(text ?? '{}')
    return typeof base === 'string' && typeof header === 'string' && typeof value === 'string'
      ? { base, header, value }
      : null
  } catch {
    return null
  }
}

/** The stored credentials of a connection, from this tab or this device. */
export function credentialOf(connectionId: string): Credential | null {
  const key = credentialKey(connectionId)
  try {
    const credential = parseCredential(sessionStorage.getItem(key)) ?? parseCredential(localStorage.getItem(key))
    if (credential !== null) return credential
  } catch {
    // Storage is unavailable: read from memory.
  }
  return credentialsInMemory.get(connectionId) ?? null
}

/** The headers that sign in a request to a base URL of a connection, this page's by default; empty for any other URL. */
export function signInHeaders(base: string, id = connection().id): Record<string, string> {
  const credential = credentialOf(id)
  return credential !== null && credential.base === absoluteBase(base) ? { [credential.header]: credential.value } : {}
}

/**
 * Redirect mode of a request. On a redirect to another origin, browsers drop `Authorization` but keep custom headers.
 * The redirects of the page's own origin are trusted: its proxy refuses those to other origins.
 */
export const redirectFor = (base: string, id?: string): RequestRedirect =>
  new URL(base, location.href).origin !== location.origin &&
  Object.keys(signInHeaders(base, id)).some((name) => name.toLowerCase() !== 'authorization')
    ? 'error'
    : 'follow'

/** The fetch options that all requests to a base URL of a connection share; `id` = of another one than this page's. */
export const requestTo = (base: string, id?: string) =>
  ({
    headers: { accept: 'application/json', ...signInHeaders(base, id) },
    credentials: 'same-origin',
    redirect: redirectFor(base, id),
    // On Back, browsers would repeat stored answers unchecked: those for a key that is gone, too.
    cache: 'no-cache',
  }) satisfies RequestInit
