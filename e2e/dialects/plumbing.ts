/** Helpers independent of dialects: parsed requests, ways to sign in, bodies as objects. */
import type { IncomingHttpHeaders } from 'node:http'

/** A parsed request. */
export interface StubRequest {
  method: string
  /** Segments after the base path: ["flow", "12", "export"]. */
  path: string[]
  query: URLSearchParams
  /** The raw query: "?page=2", or "". */
  search: string
  headers: IncomingHttpHeaders
  body: string
}

/** A response: an object is sent as JSON, a text unchanged. */
export interface StubResponse {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

/** Sign-in that a service requires. `value` is the token without its scheme, or the value of the header or cookie. */
export type SignIn =
  | { kind: 'none' }
  | { kind: 'token'; value: string }
  | { kind: 'bearer'; value: string }
  | { kind: 'header'; name: string; value: string }
  | { kind: 'cookie'; name: string; value: string }

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A body as an object; {} for anything else. */
export function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** The file of an import, unchanged: the whole body, or the content of `template`. */
export function sentFile(text: string): Record<string, unknown> {
  const body = fieldsOf(text)
  const inner = body['template']
  if (typeof inner === 'string') return fieldsOf(inner)
  return isObject(inner) ? inner : body
}

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The objects of a list, or of an object by key; [] for everything else. */
export function objectsOf(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.filter(isObject)
  return isObject(value) ? Object.entries(value).flatMap(([key, one]) => (isObject(one) ? [{ key, ...one }] : [])) : []
}

/** The word that equals a text in its letters, ignoring case and all other characters; undefined if none does. */
export function wordOf<T extends string>(words: readonly T[], text: unknown): T | undefined {
  const plain = (word: string) => word.toLowerCase().replaceAll(/[^a-z]/g, '')
  return typeof text === 'string' ? words.find((word) => plain(word) === plain(text)) : undefined
}

/** The headers for a call, in lower case. */
export function headersFor(signIn: SignIn): Record<string, string> {
  if (signIn.kind === 'none') return {}
  if (signIn.kind === 'token') return { authorization: `Token ${signIn.value}` }
  if (signIn.kind === 'bearer') return { authorization: `Bearer ${signIn.value}` }
  if (signIn.kind === 'cookie') return { cookie: `${signIn.name}=${signIn.value}` }
  return { [signIn.name.toLowerCase()]: signIn.value }
}

/** Whether a call contains the required credentials. */
export function isSignedIn(signIn: SignIn, headers: IncomingHttpHeaders): boolean {
  return Object.entries(headersFor(signIn)).every(([name, value]) => String(headers[name] ?? '').includes(value))
}
